// Two looks of the same triangles: shaded and textured, and, a little larger and inside out, their outline.

struct Scene {
    clip: mat4x4f,
    right: vec3f,
    // Of the outline, in clip space.
    pixel: f32,
    up: vec3f,
    eye: vec3f,
    to_light: vec3f,
}

struct Material {
    diffuse: vec4f,
    specular: vec3f,
    power: f32,
    ambient: vec3f,
    sphere_mode: u32,   // 0 none, 1 multiply, 2 add
    edge_color: vec4f,
    edge_size: f32,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var picture: texture_2d<f32>;
@group(1) @binding(2) var sphere: texture_2d<f32>;
@group(1) @binding(3) var filtered: sampler;

struct Vertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) edge_scale: f32,
}

struct Point {
    @builtin(position) clip: vec4f,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
}

@vertex
fn shaded(vertex: Vertex) -> Point {
    return Point(scene.clip * vec4f(vertex.position, 1), vertex.position, vertex.normal, vertex.uv);
}

// MMD's light: what it adds to the ambient colour.
const LIGHT = 0.6;
const INVISIBLE = 1.0 / 255.0;

@fragment
fn shade(point: Point, @builtin(front_facing) is_front: bool) -> @location(0) vec4f {
    let texel = textureSample(picture, filtered, point.uv);
    let normal = normalize(select(-point.normal, point.normal, is_front));
    // Where the normal points, seen from the eye: up is V 0.
    let mirrored = vec2f(dot(normal, scene.right), -dot(normal, scene.up)) * 0.5 + 0.5;
    let reflected = textureSample(sphere, filtered, mirrored).rgb;

    let alpha = material.diffuse.a * texel.a;
    if !(alpha >= INVISIBLE) {
        discard; // else it would hide what is behind
    }
    // In place of a toon texture: light falls off softly, and not to black.
    let light = mix(0.72, 1.0, smoothstep(-0.4, 0.5, dot(normal, scene.to_light)));
    var color = saturate(material.ambient + material.diffuse.rgb * LIGHT) * texel.rgb;
    if material.sphere_mode == 1 {
        color *= reflected;
    } else if material.sphere_mode == 2 {
        color += reflected;
    }
    color *= light;
    if material.power > 0 {
        let half_way = normalize(scene.to_light + normalize(scene.eye - point.position));
        color += material.specular * LIGHT * pow(max(dot(normal, half_way), 0.0), material.power);
    }
    return vec4f(saturate(color), alpha);
}

@vertex
fn outlined(vertex: Vertex) -> Point {
    let clip = scene.clip * vec4f(vertex.position, 1);
    let normal = scene.clip * vec4f(vertex.normal / max(length(vertex.normal), 1e-6), 0);
    let away = normal.xy / max(length(normal.xy), 1e-6);
    let width = material.edge_size * vertex.edge_scale * scene.pixel;
    // As far in depth as to the side: else what has no thickness would be covered by its outline, seen from behind.
    let zoom = length(vec3f(scene.clip[0].x, scene.clip[1].x, scene.clip[2].x));
    let moved = clip + normal * (width * clip.w / zoom);
    return Point(vec4f((clip.xy / clip.w + away * width) * moved.w, moved.zw), vertex.position, vertex.normal, vertex.uv);
}

@fragment
fn outline(point: Point) -> @location(0) vec4f {
    return material.edge_color;
}
