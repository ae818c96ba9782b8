// Reads PMX models with two readers that have nothing to do with this crate, and says what each found: `main.rs` here
// explains what for.
//
//   node read.mjs FOLDER                         the golden file: hashes, on the standard output
//   node read.mjs --text FILE READER SECTION     the text behind one hash
//
// A text has a line for each value: the name this crate gives the field, and the value. The names and their order are
// all that is put on what a reader returns: nothing is mended here. What a reader gets wrong, `departures.rs` lists.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { register } from 'node:module';
import { basename, join } from 'node:path';

// babylon-mmd imports its own files without their ending, as bundlers like it and node does not.
register(
    'data:text/javascript,' +
        encodeURIComponent(`export async function resolve(name, context, next) {
            const bare = name.startsWith('.') && !name.endsWith('.js');
            return next(bare ? name + '.js' : name, context);
        }`),
);
const { PmxReader } = await import('babylon-mmd/esm/Loader/Parser/pmxReader.js');
const { default: mmdParser } = await import('mmd-parser');

const SECTIONS = [
    'header', 'info', 'vertices', 'faces', 'textures', 'materials', 'bones', 'morphs', 'display-frames', 'rigid-bodies',
    'joints', 'soft-bodies',
];
const DEFORMS = ['Bdef1', 'Bdef2', 'Bdef4', 'Sdef', 'Qdef'];
const MORPHS = [
    'Group', 'Vertex', 'Bone', 'Uv', 'ExtraUv1', 'ExtraUv2', 'ExtraUv3', 'ExtraUv4', 'Material', 'Flip', 'Impulse',
];

/** Writes the text of a section. */
class Told {
    lines = [];
    put(field, value) {
        this.lines.push(field === '' ? value : `${field} ${value}`);
    }
    /** Each record after its number. */
    records(all, tell) {
        this.put('records', all.length);
        Array.from(all).forEach((one, i) => {
            this.put('#', i);
            tell(this, one);
        });
    }
    int(field, value) {
        this.put(field, Number(value));
    }
    ints(field, values) {
        this.list(field, values);
        values.forEach((value) => this.int(field, value));
    }
    float(field, value) {
        const bits = new DataView(new ArrayBuffer(4));
        bits.setFloat32(0, value);
        this.put(field, '0x' + bits.getUint32(0).toString(16).padStart(8, '0'));
    }
    floats(field, values) {
        this.list(field, values);
        values.forEach((value) => this.float(field, value));
    }
    text(field, value) {
        this.put(field, JSON.stringify(value));
    }
    names(local, universal) {
        this.text('name.local', local);
        this.text('name.universal', universal);
    }
    kind(field, name) {
        this.put(field, name);
    }
    list(field, values) {
        this.put(field, `[${values.length}]`);
    }
    limits(min, max) {
        this.kind('ik.links.limits', min ? 'Within' : 'Free');
        if (min) {
            this.floats('ik.links.limits.min', min);
            this.floats('ik.links.limits.max', max);
        } else {
            this.put('ik.links.limits', '-');
        }
    }
    /** What is there only if a flag says so. */
    option(value, tell) {
        if (value !== undefined) tell(value);
    }
}

/** Three (or so) numbers of an array that holds those of all offsets. */
const row = (all, i, width) => Array.from(all.subarray(i * width, (i + 1) * width));

const babylon = {
    /** It says on the console what it says besides: bytes left over, more settings than eight. */
    read: (bytes) => PmxReader.ParseAsync(bytes, { log() {}, warn() {}, error() {} }),
    header(told, { header: h }) {
        told.float('version', h.version);
        told.ints('settings', [
            h.encoding, h.additionalVec4Count, h.vertexIndexSize, h.textureIndexSize, h.materialIndexSize,
            h.boneIndexSize, h.morphIndexSize, h.rigidBodyIndexSize,
        ]);
    },
    info(told, { header: h }) {
        told.names(h.modelName, h.englishModelName);
        told.text('comment.local', h.comment);
        told.text('comment.universal', h.englishComment);
    },
    vertices: (told, model) =>
        told.records(model.vertices, (told, v) => {
            told.floats('base.position', v.position);
            told.floats('base.normal', v.normal);
            told.floats('base.uv', v.uv);
            told.list('extra_uvs', v.additionalVec4);
            v.additionalVec4.forEach((uv) => told.floats('extra_uvs', uv));
            told.kind('deform', DEFORMS[v.weightType]);
            const { boneIndices: bones, boneWeights: weights } = v.boneWeight;
            if (v.weightType === 0) told.int('deform.bone', bones);
            else told.ints('deform.bones', bones);
            if (v.weightType === 1) told.float('deform.weight', weights);
            if (v.weightType === 2 || v.weightType === 4) told.floats('deform.weights', weights);
            if (v.weightType === 3) {
                told.float('deform.weight', weights.boneWeight0);
                told.floats('deform.c', weights.c);
                told.floats('deform.r0', weights.r0);
                told.floats('deform.r1', weights.r1);
            }
            told.float('edge_scale', v.edgeScale);
        }),
    faces: (told, model) => told.records(model.indices, (told, corner) => told.int('', corner)),
    textures: (told, model) => told.records(model.textures, (told, path) => told.text('', path)),
    materials: (told, model) =>
        told.records(model.materials, (told, m) => {
            told.names(m.name, m.englishName);
            told.floats('diffuse', m.diffuse);
            told.floats('specular', m.specular);
            told.float('specular_power', m.shininess);
            told.floats('ambient', m.ambient);
            told.int('flags', m.flag);
            told.floats('edge_color', m.edgeColor);
            told.float('edge_size', m.edgeSize);
            told.int('texture', m.textureIndex);
            told.int('sphere', m.sphereTextureIndex);
            told.int('sphere_mode', m.sphereTextureMode);
            told.kind('toon', m.isSharedToonTexture ? 'Shared' : 'Texture');
            told.int('toon', m.toonTextureIndex);
            told.text('memo', m.comment);
            told.int('index_count', m.indexCount);
        }),
    bones: (told, model) =>
        told.records(model.bones, (told, b) => {
            const isBone = typeof b.tailPosition === 'number';
            told.names(b.name, b.englishName);
            told.floats('position', b.position);
            told.int('parent', b.parentBoneIndex);
            told.int('layer', b.transformOrder);
            told.int('flags', b.flag);
            told.option(isBone ? b.tailPosition : undefined, (tail) => told.int('tail_bone', tail));
            told.option(isBone ? undefined : b.tailPosition, (tail) => told.floats('tail_offset', tail));
            told.option(b.appendTransform, ({ parentIndex, ratio }) => {
                told.int('append.parent', parentIndex);
                told.float('append.ratio', ratio);
            });
            told.option(b.axisLimit, (axis) => told.floats('fixed_axis', axis));
            told.option(b.localVector, ({ x, z }) => {
                told.floats('local_axes.x', x);
                told.floats('local_axes.z', z);
            });
            told.option(b.externalParentTransform, (key) => told.int('external_parent', key));
            told.option(b.ik, (ik) => {
                told.int('ik.target', ik.target);
                told.int('ik.iterations', ik.iteration);
                told.float('ik.limit_angle', ik.rotationConstraint);
                told.list('ik.links', ik.links);
                for (const { target, limitation } of ik.links) {
                    told.int('ik.links.bone', target);
                    told.limits(limitation?.minimumAngle, limitation?.maximumAngle);
                }
            });
        }),
    morphs: (told, model) =>
        told.records(model.morphs, (told, m) => {
            told.names(m.name, m.englishName);
            told.int('panel', m.category);
            told.kind('offsets', MORPHS[m.type]);
            told.list('offsets', m.elements ?? m.indices);
            m.elements?.forEach((e) => {
                told.int('offsets.material', e.index);
                told.int('offsets.operation', e.type);
                told.floats('offsets.diffuse', e.diffuse);
                told.floats('offsets.specular', e.specular);
                told.float('offsets.specular_power', e.shininess);
                told.floats('offsets.ambient', e.ambient);
                told.floats('offsets.edge_color', e.edgeColor);
                told.float('offsets.edge_size', e.edgeSize);
                told.floats('offsets.texture_tint', e.textureColor);
                told.floats('offsets.sphere_tint', e.sphereTextureColor);
                told.floats('offsets.toon_tint', e.toonTextureColor);
            });
            m.indices?.forEach((index, i) => {
                if (m.type === 0 || m.type === 9) {
                    told.int('offsets.morph', index);
                    told.float('offsets.ratio', m.ratios[i]);
                } else if (m.type === 1) {
                    told.int('offsets.vertex', index);
                    told.floats('offsets.translation', row(m.positions, i, 3));
                } else if (m.type === 2) {
                    told.int('offsets.bone', index);
                    told.floats('offsets.translation', row(m.positions, i, 3));
                    told.floats('offsets.rotation', row(m.rotations, i, 4));
                } else if (m.type === 10) {
                    told.int('offsets.body', index);
                    told.int('offsets.local', m.isLocals[i]);
                    told.floats('offsets.velocity', row(m.velocities, i, 3));
                    told.floats('offsets.torque', row(m.torques, i, 3));
                } else {
                    told.int('offsets.vertex', index);
                    told.floats('offsets.offset', row(m.offsets, i, 4));
                }
            });
        }),
    'display-frames': (told, model) =>
        told.records(model.displayFrames, (told, f) => {
            told.names(f.name, f.englishName);
            told.int('special', f.isSpecialFrame);
            told.list('items', f.frames);
            for (const { type, index } of f.frames) {
                told.kind('items', ['Bone', 'Morph'][type]);
                told.int('items', index);
            }
        }),
    'rigid-bodies': (told, model) =>
        told.records(model.rigidBodies, (told, r) => {
            told.names(r.name, r.englishName);
            told.int('bone', r.boneIndex);
            told.int('group', r.collisionGroup);
            told.int('mask', r.collisionMask);
            told.int('shape', r.shapeType);
            told.floats('size', r.shapeSize);
            told.floats('position', r.shapePosition);
            told.floats('rotation', r.shapeRotation);
            told.float('mass', r.mass);
            told.float('linear_damping', r.linearDamping);
            told.float('angular_damping', r.angularDamping);
            told.float('restitution', r.repulsion);
            told.float('friction', r.friction);
            told.int('mode', r.physicsMode);
        }),
    joints: (told, model) =>
        told.records(model.joints, (told, j) => {
            told.names(j.name, j.englishName);
            told.int('kind', j.type);
            told.int('a', j.rigidbodyIndexA);
            told.int('b', j.rigidbodyIndexB);
            told.floats('position', j.position);
            told.floats('rotation', j.rotation);
            told.floats('move_min', j.positionMin);
            told.floats('move_max', j.positionMax);
            told.floats('rotation_min', j.rotationMin);
            told.floats('rotation_max', j.rotationMax);
            told.floats('move_spring', j.springPosition);
            told.floats('rotation_spring', j.springRotation);
        }),
    'soft-bodies': (told, model) =>
        told.records(model.softBodies, (told, s) => {
            told.names(s.name, s.englishName);
            told.int('shape', s.type);
            told.int('material', s.materialIndex);
            told.int('group', s.collisionGroup);
            told.int('mask', s.collisionMask);
            told.int('flags', s.flags);
            told.int('bending_distance', s.bLinkDistance);
            told.int('clusters', s.clusterCount);
            told.float('mass', s.totalMass);
            told.float('margin', s.collisionMargin);
            told.int('aerodynamics', s.aeroModel);
            told.float('config.velocity_correction', s.config.vcf);
            told.float('config.damping', s.config.dp);
            told.float('config.drag', s.config.dg);
            told.float('config.lift', s.config.lf);
            told.float('config.pressure', s.config.pr);
            told.float('config.volume_conservation', s.config.vc);
            told.float('config.dynamic_friction', s.config.df);
            told.float('config.pose_matching', s.config.mt);
            told.float('config.rigid_contact', s.config.chr);
            told.float('config.kinetic_contact', s.config.khr);
            told.float('config.soft_contact', s.config.shr);
            told.float('config.anchor', s.config.ahr);
            told.float('cluster.rigid', s.cluster.srhrCl);
            told.float('cluster.kinetic', s.cluster.skhrCl);
            told.float('cluster.soft', s.cluster.sshrCl);
            told.float('cluster.rigid_split', s.cluster.srSpltCl);
            told.float('cluster.kinetic_split', s.cluster.skSpltCl);
            told.float('cluster.soft_split', s.cluster.ssSpltCl);
            told.int('iterations.velocity', s.iteration.vIt);
            told.int('iterations.position', s.iteration.pIt);
            told.int('iterations.drift', s.iteration.dIt);
            told.int('iterations.cluster', s.iteration.cIt);
            told.float('stiffness.linear', s.material.lst);
            told.float('stiffness.area', s.material.ast);
            told.float('stiffness.volume', s.material.vst);
            told.list('anchors', s.anchors);
            for (const { rigidbodyIndex, vertexIndex, isNearMode } of s.anchors) {
                told.int('anchors.body', rigidbodyIndex);
                told.int('anchors.vertex', vertexIndex);
                told.int('anchors.near', isNearMode);
            }
            told.ints('pins', s.vertexPins);
        }),
};

const parser = {
    read: async (bytes) => new mmdParser.Parser().parsePmx(bytes),
    header(told, { metadata: m }) {
        told.ints('signature', Array.from(m.magic, (letter) => letter.charCodeAt(0)));
        told.float('version', m.version);
        told.ints('settings', [
            m.encoding, m.additionalUvNum, m.vertexIndexSize, m.textureIndexSize, m.materialIndexSize, m.boneIndexSize,
            m.morphIndexSize, m.rigidBodyIndexSize,
        ]);
    },
    info(told, { metadata: m }) {
        told.names(m.modelName, m.englishModelName);
        told.text('comment.local', m.comment);
        told.text('comment.universal', m.englishComment);
    },
    vertices: (told, model) =>
        told.records(model.vertices, (told, v) => {
            told.floats('base.position', v.position);
            told.floats('base.normal', v.normal);
            told.floats('base.uv', v.uv);
            told.list('extra_uvs', v.auvs);
            v.auvs.forEach((uv) => told.floats('extra_uvs', uv));
            told.kind('deform', DEFORMS[v.type]);
            if (v.type === 0) told.int('deform.bone', v.skinIndices[0]);
            else told.ints('deform.bones', v.skinIndices);
            // Where there are two weights, it has worked out the second itself.
            if (v.type === 1) told.float('deform.weight', v.skinWeights[0]);
            if (v.type === 2) told.floats('deform.weights', v.skinWeights);
            if (v.skinC) {
                told.floats('deform.c', v.skinC);
                told.floats('deform.r0', v.skinR0);
                told.floats('deform.r1', v.skinR1);
            }
            told.float('edge_scale', v.edgeRatio);
        }),
    faces: (told, model) =>
        told.records(
            model.faces.flatMap((face) => face.indices),
            (told, corner) => told.int('', corner),
        ),
    textures: (told, model) => told.records(model.textures, (told, path) => told.text('', path)),
    materials: (told, model) =>
        told.records(model.materials, (told, m) => {
            told.names(m.name, m.englishName);
            told.floats('diffuse', m.diffuse);
            told.floats('specular', m.specular);
            told.float('specular_power', m.shininess);
            told.floats('ambient', m.ambient);
            told.int('flags', m.flag);
            told.floats('edge_color', m.edgeColor);
            told.float('edge_size', m.edgeSize);
            told.int('texture', m.textureIndex);
            told.int('sphere', m.envTextureIndex);
            told.int('sphere_mode', m.envFlag);
            told.kind('toon', ['Texture', 'Shared'][m.toonFlag]);
            told.int('toon', m.toonIndex);
            told.text('memo', m.comment);
            // It counts triangles, in fractions if need be.
            told.int('index_count', Math.round(m.faceCount * 3));
        }),
    bones: (told, model) =>
        told.records(model.bones, (told, b) => {
            told.names(b.name, b.englishName);
            told.floats('position', b.position);
            told.int('parent', b.parentIndex);
            told.int('layer', b.transformationClass);
            told.int('flags', b.flag);
            told.option(b.connectIndex, (tail) => told.int('tail_bone', tail));
            told.option(b.offsetPosition, (tail) => told.floats('tail_offset', tail));
            told.option(b.grant, ({ parentIndex, ratio }) => {
                told.int('append.parent', parentIndex);
                told.float('append.ratio', ratio);
            });
            told.option(b.fixAxis, (axis) => told.floats('fixed_axis', axis));
            told.option(b.localXVector, (x) => {
                told.floats('local_axes.x', x);
                told.floats('local_axes.z', b.localZVector);
            });
            told.option(b.key, (key) => told.int('external_parent', key));
            told.option(b.ik, (ik) => {
                told.int('ik.target', ik.effector);
                told.int('ik.iterations', ik.iteration);
                told.float('ik.limit_angle', ik.maxAngle);
                told.list('ik.links', ik.links);
                for (const { index, lowerLimitationAngle, upperLimitationAngle } of ik.links) {
                    told.int('ik.links.bone', index);
                    told.limits(lowerLimitationAngle, upperLimitationAngle);
                }
            });
        }),
    morphs: (told, model) =>
        told.records(model.morphs, (told, m) => {
            told.names(m.name, m.englishName);
            told.int('panel', m.panel);
            told.kind('offsets', MORPHS[m.type]);
            told.list('offsets', m.elements);
            for (const e of m.elements) {
                if (m.type === 0) {
                    told.int('offsets.morph', e.index);
                    told.float('offsets.ratio', e.ratio);
                } else if (m.type === 1) {
                    told.int('offsets.vertex', e.index);
                    told.floats('offsets.translation', e.position);
                } else if (m.type === 2) {
                    told.int('offsets.bone', e.index);
                    told.floats('offsets.translation', e.position);
                    told.floats('offsets.rotation', e.rotation);
                } else if (m.type === 3) {
                    told.int('offsets.vertex', e.index);
                    told.floats('offsets.offset', e.uv);
                } else if (m.type === 8) {
                    told.int('offsets.material', e.index);
                    told.int('offsets.operation', e.type);
                    told.floats('offsets.diffuse', e.diffuse);
                    told.floats('offsets.specular', e.specular);
                    told.float('offsets.specular_power', e.shininess);
                    told.floats('offsets.ambient', e.ambient);
                    told.floats('offsets.edge_color', e.edgeColor);
                    told.float('offsets.edge_size', e.edgeSize);
                    told.floats('offsets.texture_tint', e.textureColor);
                    told.floats('offsets.sphere_tint', e.sphereTextureColor);
                    told.floats('offsets.toon_tint', e.toonColor);
                }
            }
        }),
    'display-frames': (told, model) =>
        told.records(model.frames, (told, f) => {
            told.names(f.name, f.englishName);
            told.int('special', f.type);
            told.list('items', f.elements);
            for (const { target, index } of f.elements) {
                told.kind('items', ['Bone', 'Morph'][target]);
                told.int('items', index);
            }
        }),
    'rigid-bodies': (told, model) =>
        told.records(model.rigidBodies, (told, r) => {
            told.names(r.name, r.englishName);
            told.int('bone', r.boneIndex);
            told.int('group', r.groupIndex);
            told.int('mask', r.groupTarget);
            told.int('shape', r.shapeType);
            told.floats('size', [r.width, r.height, r.depth]);
            told.floats('position', r.position);
            told.floats('rotation', r.rotation);
            told.float('mass', r.weight);
            told.float('linear_damping', r.positionDamping);
            told.float('angular_damping', r.rotationDamping);
            told.float('restitution', r.restitution);
            told.float('friction', r.friction);
            told.int('mode', r.type);
        }),
    joints: (told, model) =>
        told.records(model.constraints, (told, j) => {
            told.names(j.name, j.englishName);
            told.int('kind', j.type);
            told.int('a', j.rigidBodyIndex1);
            told.int('b', j.rigidBodyIndex2);
            told.floats('position', j.position);
            told.floats('rotation', j.rotation);
            told.floats('move_min', j.translationLimitation1);
            told.floats('move_max', j.translationLimitation2);
            told.floats('rotation_min', j.rotationLimitation1);
            told.floats('rotation_max', j.rotationLimitation2);
            told.floats('move_spring', j.springPosition);
            told.floats('rotation_spring', j.springRotation);
        }),
};

const READERS = { 'babylon-mmd': babylon, 'mmd-parser': parser };

/** The text of a section; none where the reader knows no such section. */
function text(reader, model, section) {
    if (!reader[section]) return undefined;
    const told = new Told();
    reader[section](told, model);
    return told.lines.map((line) => line + '\n').join('');
}

/** The first 16 hexadecimal digits of the SHA-256: nobody forges a golden. */
const hash = (data) => createHash('sha256').update(data).digest('hex').slice(0, 16);

/** As the readers want it: an ArrayBuffer of its own. */
const file = (path) => new Uint8Array(readFileSync(path)).buffer;

/** What a reader says of a model, as a line of the golden file. */
async function line(reader, bytes) {
    let model;
    try {
        model = await reader.read(bytes);
    } catch (e) {
        return `refuses ${e.message ?? e}`;
    }
    const texts = SECTIONS.map((section) => text(reader, model, section));
    return texts.map((told) => (told === undefined ? '-' : hash(told))).join(' ');
}

const args = process.argv.slice(2);
if (args[0] === '--text') {
    const [, path, name, section] = args;
    const reader = READERS[name];
    process.stdout.write(text(reader, await reader.read(file(path)), section) ?? `${name} has no ${section}\n`);
} else {
    const [folder] = args;
    console.log(`# What independent readers find in the models of main.rs: written by read.mjs, never by hand.`);
    console.log(`# MODEL reader ${SECTIONS.join(' ')}`);
    for (const name of readdirSync(folder).filter((name) => name.endsWith('.pmx')).sort()) {
        const bytes = file(join(folder, name));
        const model = basename(name, '.pmx');
        console.log(`${model} file ${hash(new Uint8Array(bytes))}`);
        for (const [name, reader] of Object.entries(READERS)) {
            console.log(`${model} ${name} ${await line(reader, bytes)}`);
        }
    }
}
