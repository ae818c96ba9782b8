//! The soft body of the 2.1 model: the long cape, as cloth.
use super::clothes::CAPE_EDGE;
use super::materials::Look;
use super::mesh::{Mesh, number};
use super::physics::Physics;
use mmdmap::pmx::{
    Aerodynamics, Anchor, SoftBody, SoftBodyCluster, SoftBodyConfig, SoftBodyFlags, SoftBodyIterations, SoftBodyShape,
    SoftBodyStiffness,
};
use mmdmap::{Many, Name, VertexIndex};

/// Which points of the cape hold it; the lists that the file's record borrows.
#[derive(Debug)]
pub struct Cloth {
    anchors: Vec<Anchor>,
    pins: Vec<VertexIndex>,
}

impl Cloth {
    /// Pinned along its upper edge, the corners tied to the body besides.
    pub fn new(mesh: &Mesh, physics: &Physics) -> Self {
        let edge: Vec<_> = mesh.points_of(Look::Cape).take(CAPE_EDGE).map(number).collect();
        let corners = [edge.first(), edge.last()].into_iter().flatten();
        let anchors = corners.map(|&vertex| Anchor { body: physics.find("上半身"), vertex, near: 0 });
        Cloth { anchors: anchors.collect(), pins: edge }
    }

    /// Coefficients are those that PMXEditor begins with, but for the air.
    pub fn record(&self) -> SoftBody<'_> {
        SoftBody {
            name: Name::new("マント", "cape"),
            shape: SoftBodyShape::TRIANGLES,
            material: Look::Cape.index(),
            group: 3,
            mask: !(1 << 3),
            flags: SoftBodyFlags::BENDING_LINKS | SoftBodyFlags::RANDOM_CONSTRAINTS,
            bending_distance: 2,
            clusters: 0,
            mass: 1.0,
            margin: 0.05,
            aerodynamics: Aerodynamics::VERTEX_TWO_SIDED,
            config: SoftBodyConfig {
                velocity_correction: 1.0,
                damping: 0.02,
                drag: 0.1,
                lift: 0.05,
                pressure: 0.0,
                volume_conservation: 0.0,
                dynamic_friction: 0.2,
                pose_matching: 0.0,
                rigid_contact: 1.0,
                kinetic_contact: 0.1,
                soft_contact: 1.0,
                anchor: 0.7,
            },
            cluster: SoftBodyCluster {
                rigid: 0.1,
                kinetic: 1.0,
                soft: 0.5,
                rigid_split: 0.5,
                kinetic_split: 0.5,
                soft_split: 0.5,
            },
            iterations: SoftBodyIterations { velocity: 0, position: 1, drift: 0, cluster: 4 },
            stiffness: SoftBodyStiffness { linear: 1.0, area: 1.0, volume: 1.0 },
            anchors: Many::new(&self.anchors),
            pins: Many::new(&self.pins),
        }
    }
}
