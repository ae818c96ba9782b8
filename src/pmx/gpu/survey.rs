//! What a layout can rely on: how many joints, how far UVs reach, which weights are odd.
use super::influence::Influence;
use super::model::GpuModel;
use super::packed::F16_MAX;
use crate::pmx::vertex::Deform;

/// What is in the vertices of a model, to choose a layout by.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VertexSurvey {
    /// Vertices looked at: all.
    pub vertices: usize,
    /// Bones of the model: how many joints a skeleton has to have.
    pub joints: usize,
    /// The highest bone that moves a vertex; `None` where none does.
    pub highest_joint: Option<u16>,
    /// Places that name a bone that is not there (other than −1), and become joint 0 with weight 0.
    pub dropped_joints: usize,
    /// Places that say −1, and become joint 0 with weight 0.
    pub none_joints: usize,
    /// Vertices whose weights, of bones that are there, do not sum to 1 within 0.001.
    pub odd_sums: usize,
    /// Weights, of bones that are there, below 0, above 1 or not a number.
    pub odd_weights: usize,
    /// Vertices deformed spherically.
    pub sdef: usize,
    /// Vertices deformed by dual quaternions.
    pub qdef: usize,
    /// The smallest U and V; both 0 where no vertex has finite ones.
    pub uv_min: [f32; 2],
    /// The largest U and V.
    pub uv_max: [f32; 2],
    /// Vertices with a U or V that is infinite or not a number.
    pub odd_uvs: usize,
}

impl VertexSurvey {
    /// Whether joints of one byte say every bone that moves a vertex: so
    /// [`PackedVertexU8`](super::packed::PackedVertexU8) loses nothing.
    pub fn u8_joints_suffice(&self) -> bool {
        self.highest_joint.is_none_or(|joint| joint <= u8::MAX.into())
    }
    /// Whether all UVs lie from 0 to 1: so unorm16 cuts nothing off.
    pub fn uvs_fit_unorm(&self) -> bool {
        self.odd_uvs == 0 && self.uv_min.iter().all(|&x| x >= 0.0) && self.uv_max.iter().all(|&x| x <= 1.0)
    }
    /// Whether all UVs lie in the range of f16, ±65504.
    pub fn uvs_fit_f16(&self) -> bool {
        self.odd_uvs == 0 && self.uv_min.iter().chain(&self.uv_max).all(|&x| x.abs() <= F16_MAX)
    }
}

impl GpuModel<'_> {
    /// Looks at every vertex. Allocates nothing.
    pub fn survey(self) -> VertexSurvey {
        let model = self.model;
        let bones = model.bones().len();
        let limit = i32::try_from(bones).unwrap_or(i32::MAX).min(1 << u16::BITS);
        let none = [f32::INFINITY; 2];
        let survey = VertexSurvey {
            vertices: model.vertices().len(),
            joints: bones,
            highest_joint: None,
            dropped_joints: 0,
            none_joints: 0,
            odd_sums: 0,
            odd_weights: 0,
            sdef: 0,
            qdef: 0,
            uv_min: none,
            uv_max: none.map(|x| -x),
            odd_uvs: 0,
        };
        let mut survey = model.vertices().iter().fold(survey, |mut survey, vertex| {
            let count = |n: &mut usize, when: bool| *n = n.saturating_add(usize::from(when));
            let ((bones, weights), used) = match vertex.deform {
                Deform::Bdef1(d) => (d.influence(), 1),
                Deform::Bdef2(d) => (d.influence(), 2),
                Deform::Sdef(d) => (d.influence(), 2),
                Deform::Bdef4(d) | Deform::Qdef(d) => (d.influence(), 4),
            };
            let mut sum = 0.0f64;
            for (bone, weight) in bones.into_iter().zip(weights).take(used) {
                count(&mut survey.none_joints, bone == -1);
                let there = (0..limit).contains(&bone);
                count(&mut survey.dropped_joints, !there && bone != -1);
                if there {
                    count(&mut survey.odd_weights, !(0.0..=1.0).contains(&weight));
                    survey.highest_joint = survey.highest_joint.max(u16::try_from(bone).ok());
                    sum += f64::from(weight);
                }
            }
            let even = (0.999..=1.001).contains(&sum);
            count(&mut survey.odd_sums, !even);
            count(&mut survey.sdef, matches!(vertex.deform, Deform::Sdef(_)));
            count(&mut survey.qdef, matches!(vertex.deform, Deform::Qdef(_)));
            let uv = vertex.uv();
            let finite = uv.iter().all(|x| x.is_finite());
            count(&mut survey.odd_uvs, !finite);
            if finite {
                survey.uv_min.iter_mut().zip(uv).for_each(|(min, x)| *min = min.min(x));
                survey.uv_max.iter_mut().zip(uv).for_each(|(max, x)| *max = max.max(x));
            }
            survey
        });
        if survey.odd_uvs == survey.vertices {
            (survey.uv_min, survey.uv_max) = ([0.0; 2], [0.0; 2]);
        }
        survey
    }
}
