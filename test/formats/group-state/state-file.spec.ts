import { expect } from 'chai';
import { digestStream } from '../../../formats/digests/digested.js';
import { emptyGroup } from '../../../formats/group-state/group-state.js';
import type { BinaryRecord, ContainerRecord, GroupState } from '../../../formats/group-state/group-state.js';
import { readState, renderState } from '../../../formats/group-state/state-file.js';

const stamps = {
  created: '2026-11-21T06:00:00.000Z',
  createdBy: 'ada',
  modified: '2026-11-21T06:00:00.000Z',
  modifiedBy: null,
};
const folder = (path: string): ContainerRecord => ({ type: 'Container', path, name: `The “${path}”\n😀`, ...stamps });
const file = (path: string): BinaryRecord => ({
  type: 'Binary',
  path,
  name: null,
  contentType: null,
  size: 12,
  sha256: 'c'.repeat(64),
  ...stamps,
});

const stateWith = (containers: string[], binaries: string[], deleted: string[] = []): GroupState => ({
  name: 'Letters',
  containers: new Map(containers.map((path) => [path, folder(path)])),
  binaries: new Map(binaries.map((path) => [path, file(path)])),
  tombstones: new Map(
    deleted.map((path) => [path, { type: 'Tombstone', path, deleted: stamps.modified, deletedBy: 'ada' }]),
  ),
});

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size)
    yield await Promise.resolve(bytes.subarray(start, start + size));
}

const textOf = async (state: GroupState): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of (await renderState(state)).stream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const faultIn = (text: string): Promise<unknown> => readState(inPieces(text, 7)).catch((error: unknown) => error);

describe('the state file', () => {
  it('reads back as it was written, however its bytes arrive', async () => {
    const state = stateWith(['a', 'a/empty', 'é'], ['a/1', 'a/😀', 'z'], ['a/0', 'b']);
    const text = await textOf(state);
    for (const size of [1, 3, 100_000]) expect(await readState(inPieces(text, size))).to.deep.equal(state);
  });

  it('keeps when files were changed where they came from, and has no word of it for others', async () => {
    const state = stateWith([], ['a', 'b']);
    const dated: GroupState = {
      ...state,
      binaries: new Map([...state.binaries, ['b', { ...file('b'), fileModified: '1999-12-31T23:59:59.500Z' }]]),
    };
    const text = await textOf(dated);
    expect(await readState(inPieces(text, 100))).to.deep.equal(dated);
    expect(text.match(/fileModified/g)).to.have.length(1);
  });

  it('has a heading, then every resource and every tombstone in the order of the bytes of its path', async () => {
    const lines = (await textOf(stateWith(['b', 'a'], ['\uff5e', '😀', 'b/1'], ['a-b']))).trimEnd().split('\n');
    const [heading, ...resources] = lines.map((line) => JSON.parse(line) as { path?: string });
    expect(heading).to.deep.equal({ schema: 1, name: 'Letters' });
    expect(resources.map(({ path }) => path)).to.deep.equal(['a', 'a-b', 'b', 'b/1', '\uff5e', '😀']);
  });

  it('is the same bytes for the same state, and knows their size and digest before they are sent', async () => {
    const one = await renderState(stateWith(['a', 'b'], ['c', 'd']));
    const other = await renderState(stateWith(['b', 'a'], ['d', 'c']));
    const sent = await digestStream(other.stream());
    expect(sent).to.deep.equal({ size: one.size, sha256: one.sha256 });
    expect(await digestStream(other.stream()), 'sent again').to.deep.equal(sent);
  });

  it('may tell of an empty group', async () => {
    expect(await readState(inPieces(await textOf(emptyGroup('Nothing')), 5))).to.deep.equal(emptyGroup('Nothing'));
  });

  it('is refused when it is of a newer form, cut off, or something else', async () => {
    expect(await faultIn('{"schema":2,"name":"x"}\n'))
      .to.have.property('message')
      .that.matches(/newer/);
    for (const text of [
      '',
      '{"schema":1',
      '{"schema":1,"name":"x"}\n{"path":"a"}\n',
      'no json\n',
      '[]\n',
      '{"name":"x"}\n',
    ])
      expect(await faultIn(text), text).to.have.property('code', 'state-file-invalid');
  });
});
