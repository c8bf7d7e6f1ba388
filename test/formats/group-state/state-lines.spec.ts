import { expect } from 'chai';
import fc from 'fast-check';
import { digestBytes } from '../../../formats/digests/digested.js';
import { emptyGroup, type GroupState } from '../../../formats/group-state/group-state.js';
import type { PlanContext, PlanEntry } from '../../../formats/group-state/plan.js';
import { renderState } from '../../../formats/group-state/state-file.js';
import { extendState, readStatePart, stateEdits, wantedBy } from '../../../formats/group-state/state-lines.js';
import { applyPlan } from '../plans-run-to-end.js';
import { runToEnd } from '../../../flow/slices.js';

const CONTEXT: PlanContext = { agent: 'ada', at: '2026-11-21T06:00:00.000Z', group: 'letters/1911' };
const OPERATIONS = [
  'add-container',
  'add-binary',
  'patch-binary',
  'delete-binary',
  'delete-container',
  'rename-container',
  'rename-binary',
] as const;
const PATHS = ['a', 'a/b', 'a/b/c', 'a/"d\\', 'a-b', 'a0', 'é', 'é/\n', '\uff5e', '😀', 'path":"a'];

const entry = (op: PlanEntry['op'], path: string, sha256 = 'a'.repeat(64)): PlanEntry => ({
  op,
  path,
  name: 'A',
  sha256,
  size: 3,
});

const bytesOf = async (state: GroupState): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of (await renderState(state)).stream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

async function* inBits(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

const partOf = (bytes: Buffer, entries: readonly PlanEntry[], size = 40) =>
  readStatePart(inBits(bytes, size), runToEnd(wantedBy(entries)));

/** What a plan makes of a group of which only what it is about is read, beside what it makes of the whole. */
const both = async (group: GroupState, plan: readonly PlanEntry[], context: PlanContext, size: number) => {
  const bytes = await bytesOf(group);
  const whole = applyPlan(group, plan, context);
  const { state, sha256 } = (await partOf(bytes, plan, size))!;
  expect(sha256).to.equal(digestBytes(bytes).sha256);
  const part = applyPlan(state, plan, context);
  if ('error' in whole || 'error' in part) {
    expect(part).to.deep.equal(whole);
    return group;
  }
  const written: Buffer[] = [];
  const changed = runToEnd(stateEdits(state, part.state));
  for await (const chunk of extendState(inBits(bytes, size), changed, part.state)) written.push(chunk);
  expect(Buffer.concat(written).toString()).to.equal((await bytesOf(whole.state)).toString());
  return whole.state;
};

describe('a state file by its lines', () => {
  it('comes to the very bytes, or the very error, of the group as a whole, plan upon plan', async () => {
    const path = fc.constantFrom(...PATHS);
    const plan = fc.array(fc.tuple(fc.constantFrom(...OPERATIONS), path), { maxLength: 6 });
    const likely = fc
      .subarray(PATHS)
      .map((paths) =>
        paths.map(
          (each) =>
            [PATHS.some((other) => other.startsWith(`${each}/`)) ? 'add-container' : 'add-binary', each] as const,
        ),
      );
    const plans = fc.tuple(likely, fc.array(plan, { maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1, max: 400 }), async ([first, later], size) => {
        let group = emptyGroup('');
        for (const [index, operations] of [first, ...later].entries()) {
          const entries = operations.map(([op, at]) => entry(op, at));
          const context = {
            ...CONTEXT,
            at: `2026-11-2${index}T06:00:00.000Z`,
            ...(index % 2 === 0 && { name: `Nr. ${index}` }),
          };
          group = await both(group, entries, context, size);
        }
      }),
    );
  });

  it('holds no more of a group than a plan is about', async () => {
    const folders = [...Array(50).keys()].map((folder) => entry('add-container', `box ${folder}`));
    const files = [...Array(5_000).keys()].map((file) => entry('add-binary', `box ${file % 50}/letter ${file}`));
    const made = applyPlan(emptyGroup('Letters'), [...folders, ...files], CONTEXT);
    if ('error' in made) throw new Error(made.error.message);
    const bytes = await bytesOf(made.state);
    const { state } = (await partOf(bytes, [entry('patch-binary', 'box 7/letter 57')], 65_536))!;
    expect([...state.containers.keys(), ...state.binaries.keys()]).to.deep.equal(['box 7', 'box 7/letter 57']);
    const emptied = (await partOf(bytes, [entry('delete-container', 'box 7')], 65_536))!;
    expect(emptied.state.binaries.size).to.equal(100);
  });

  it('is left to who reads it whole where it is written in another way', async () => {
    const text = '{"schema":1,"name":"x"}\n{"type":"Container","path":"a","created":"","modified":""}\n';
    expect(await partOf(Buffer.from(text), [entry('add-binary', 'b')])).to.equal(null);
  });

  it('is refused when it is no state file at all', async () => {
    const fault = await partOf(Buffer.from('no json\n'), []).catch((error: unknown) => error);
    expect(fault).to.have.property('code', 'state-file-invalid');
    const nothing = await partOf(Buffer.alloc(0), []).catch((error: unknown) => error);
    expect(nothing).to.have.property('code', 'state-file-invalid');
  });
});
