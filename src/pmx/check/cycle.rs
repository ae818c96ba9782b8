//! Circles in graphs of records that name each other: found in linear time, without recursion, whatever the depth.

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// The circles of a graph in which each node names at most one other: the smallest node of each, and its length.
///
/// `next` holds the other node of each, or [`NONE`].
pub(super) fn circles(next: &[u32]) -> Vec<(usize, usize)> {
    let mut circles = Vec::new();
    // The walk on which each node was first met; walks are numbered from 1.
    let mut met = vec![0u32; next.len()];
    for (walk, start) in (1u32..).zip(0..next.len()) {
        let follow = |node: usize| next.get(node).and_then(|&other| usize::try_from(other).ok());
        let mut node = start;
        while let Some(mark) = met.get_mut(node).filter(|mark| **mark == 0) {
            *mark = walk;
            match follow(node) {
                Some(other) => node = other,
                None => break,
            }
        }
        // Met on this very walk, and not at its end: the walk has come back.
        if met.get(node) == Some(&walk) && follow(node).is_some_and(|other| met.get(other) == Some(&walk)) {
            let (mut least, mut len, mut at) = (node, 1usize, node);
            while let Some(other) = follow(at).filter(|&other| other != node && len < next.len()) {
                (least, len, at) = (least.min(other), len.saturating_add(1), other);
            }
            circles.push((least, len));
        }
    }
    circles
}

/// A graph in which a node names any number of others.
#[derive(Debug)]
pub(super) struct Graph {
    /// Where the others of each node begin in `others`; one more at the end.
    starts: Vec<u32>,
    others: Vec<u32>,
}

/// Which nodes reach each other.
#[derive(Debug)]
pub(super) struct Circles {
    /// The component of each node: two nodes of one component reach each other. Those that a node reaches have a lower
    /// number, or its own.
    pub(super) component: Vec<u32>,
    /// All nodes; each after those that it reaches, but for its own component.
    pub(super) order: Vec<u32>,
}

impl Graph {
    /// Of so many nodes, and pairs of a node and another that it names.
    pub(super) fn new(nodes: usize, pairs: &[(u32, u32)]) -> Self {
        // Counted, summed, dealt out.
        let mut starts = vec![0u32; nodes.saturating_add(1)];
        for &(node, _) in pairs {
            if let Some(count) = starts.get_mut(node as usize) {
                *count = count.saturating_add(1);
            }
        }
        let mut end = 0u32;
        for start in &mut starts {
            end = end.saturating_add(*start);
            *start = end;
        }
        let mut others = vec![NONE; pairs.len()];
        for &(node, other) in pairs.iter().rev() {
            if let Some(start) = starts.get_mut(node as usize) {
                *start = start.saturating_sub(1);
                if let Some(slot) = others.get_mut(*start as usize) {
                    *slot = other;
                }
            }
        }
        Graph { starts, others }
    }

    /// The others that a node names.
    pub(super) fn others(&self, node: usize) -> &[u32] {
        let bound = |i: usize| self.starts.get(i).map_or(0, |&start| start as usize);
        self.others.get(bound(node)..bound(node.saturating_add(1))).unwrap_or(&[])
    }

    /// Finds all components (Tarjan's way, the stack on the heap).
    pub(super) fn circles(&self) -> Circles {
        let nodes = self.starts.len().saturating_sub(1);
        let mut found = Circles { component: vec![NONE; nodes], order: Vec::with_capacity(nodes) };
        let mut met = vec![NONE; nodes]; // when each was met
        let mut back = vec![NONE; nodes]; // the earliest that each reaches, of those still open
        let mut open: Vec<u32> = Vec::new();
        let mut path: Vec<(u32, u32)> = Vec::new(); // the nodes under way, and how many others of each are done
        let mut clock = 0u32;
        let mut components = 0u32;
        for root in 0..nodes as u32 {
            if at(&met, root) != NONE {
                continue;
            }
            path.push((root, 0));
            while let Some((node, done)) = path.last_mut() {
                let node = *node;
                if *done == 0 && at(&met, node) == NONE {
                    put(&mut met, node, clock);
                    put(&mut back, node, clock);
                    clock = clock.saturating_add(1);
                    open.push(node);
                }
                let next = self.others(node as usize).get(*done as usize).copied();
                *done = done.saturating_add(1);
                match next {
                    Some(other) if at(&met, other) == NONE && (other as usize) < nodes => path.push((other, 0)),
                    // Closed components lie behind.
                    Some(other) if at(&found.component, other) == NONE => {
                        let earliest = at(&back, node).min(at(&met, other));
                        put(&mut back, node, earliest);
                    }
                    Some(_) => {}
                    None => {
                        path.pop();
                        found.order.push(node);
                        if at(&back, node) == at(&met, node) {
                            while let Some(member) = open.pop() {
                                put(&mut found.component, member, components);
                                if member == node {
                                    break;
                                }
                            }
                            components = components.saturating_add(1);
                        }
                        if let Some(&(before, _)) = path.last() {
                            let earliest = at(&back, before).min(at(&back, node));
                            put(&mut back, before, earliest);
                        }
                    }
                }
            }
        }
        found
    }
}

impl Circles {
    /// The circles: the smallest node of each, and how many it has. `names_itself` says of a node alone whether it is one.
    pub(super) fn list(&self, names_itself: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
        // The size of each component, and its smallest node.
        let mut sizes = vec![(0usize, 0usize); self.component.len()];
        for (node, &component) in self.component.iter().enumerate().rev() {
            if let Some((least, size)) = sizes.get_mut(component as usize) {
                (*least, *size) = (node, size.saturating_add(1));
            }
        }
        let mut circles: Vec<_> =
            sizes.into_iter().filter(|&(node, n)| n > 1 || n == 1 && names_itself(node)).collect();
        circles.sort_unstable();
        circles
    }
}

fn at(list: &[u32], node: u32) -> u32 {
    list.get(node as usize).copied().unwrap_or(NONE)
}
fn put(list: &mut [u32], node: u32, value: u32) {
    if let Some(slot) = list.get_mut(node as usize) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_of_chains_are_found_once_each() {
        assert_eq!(circles(&[]), []);
        assert_eq!(circles(&[NONE, 0, 1, 2]), []);
        assert_eq!(circles(&[0]), [(0, 1)]);
        assert_eq!(circles(&[1, 2, 1, 2, 4, NONE]), [(1, 2), (4, 1)]);
        assert_eq!(circles(&[3, 0, 1, 2, 0]), [(0, 4)]);
        assert_eq!(circles(&[9, 0]), []); // one that is not there
    }

    #[test]
    fn nodes_that_reach_each_other_are_one_component() {
        let graph = Graph::new(6, &[(0, 1), (1, 2), (2, 1), (2, 3), (4, 4), (0, 3), (5, 0), (3, 77)]);
        let found = graph.circles();
        assert_eq!(found.list(|node| graph.others(node).contains(&(node as u32))), [(1, 2), (4, 1)]);
        assert_eq!(found.component[1], found.component[2]);
        assert!(found.component[3] < found.component[1] && found.component[1] < found.component[0]);
        let place = |node| found.order.iter().position(|&n| n == node).unwrap();
        assert!(place(3) < place(2) && place(1) < place(0) && place(0) < place(5));
    }

    /// Both ways agree where both apply.
    #[test]
    fn chains_and_graphs_agree() {
        let mut seed = 7u64;
        for nodes in [1u32, 2, 3, 5, 8, 40] {
            for _ in 0..if cfg!(miri) { 1 } else { 200 } {
                let mut random = || {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (seed >> 33) as u32
                };
                let next: Vec<u32> =
                    (0..nodes).map(|_| Some(random() % (nodes + 2)).filter(|&n| n < nodes).unwrap_or(NONE)).collect();
                let pairs: Vec<_> = (0..nodes).zip(next.iter().copied()).filter(|&(_, to)| to != NONE).collect();
                let graph = Graph::new(nodes as usize, &pairs);
                let mut chain = circles(&next);
                chain.sort_unstable();
                assert_eq!(graph.circles().list(|n| graph.others(n).contains(&(n as u32))), chain, "{next:?}");
            }
        }
    }
}
