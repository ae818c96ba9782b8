//! Streams a PMX model to the GPU and draws it, without a window.
//!
//! | room | what |
//! |---|---|
//! | [`options`] | the command line |
//! | [`gpu`] | the graphics card, or what stands for one |
//! | [`staging`] | a small ring of mapped buffers: all that ever lies between the model and the GPU |
//! | [`mesh`] | vertices and indices through it |
//! | [`morphs`] | sparse deltas through it; chosen ones added on the GPU (`morph.wgsl`) |
//! | [`textures`] | pictures found, decoded and sent through it |
//! | [`materials`] | what each draw call needs |
//! | [`camera`] | from where the model is seen |
//! | [`pipelines`] | how it is drawn (`draw.wgsl`) |
//! | [`scene`] | a model on the GPU, drawn |
//! | [`picture`] | back from the GPU, and into a file |
//! | [`report`] | bytes, times, and memcpy beside them |
pub mod camera;
pub mod gpu;
pub mod materials;
pub mod mesh;
pub mod morphs;
pub mod options;
pub mod picture;
pub mod pipelines;
pub mod report;
pub mod scene;
pub mod staging;
pub mod textures;
