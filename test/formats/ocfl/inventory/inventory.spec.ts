import { expect } from 'chai';
import fc from 'fast-check';
import type { VersionChange } from '../../../../formats/ocfl/new-version/next-version.js';
import type { Inventory } from '../../../../formats/ocfl/inventory/inventory.js';
import { parseInventory } from '../../../../formats/ocfl/inventory/parse-inventory.js';
import { versionUser } from '../../../../formats/ocfl/version-user.js';
import { render } from '../../../../formats/digests/rendering.js';
import { inventoryChunks } from '../../../../formats/ocfl/inventory/write-inventory.js';
import { nextVersion } from '../../plans-run-to-end.js';
import { atDepth } from '../../../support/random/depth.js';

const digest = (letter: string): string => letter.repeat(64);

const change = (puts: Record<string, string>, deletes: string[] = []): VersionChange => ({
  objectId: 'info:repo/letters',
  objectRoot: 'abc',
  jobToken: null,
  created: '2026-11-21T06:00:00.000Z',
  user: versionUser('ada lovelace'),
  message: 'job',
  puts: new Map(Object.entries(puts)),
  deletes: new Set(deletes),
});

const bytesOf = async (inventory: Inventory): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of (await render(() => inventoryChunks(inventory))).stream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const first = nextVersion(null, change({ b: digest('b'), a: digest('a'), 'also b': digest('b') })).inventory;

describe('an inventory', () => {
  it('reads back as it was written', async () => {
    const { inventory, findings } = parseInventory(await bytesOf(first));
    expect(findings.map(({ code }) => code)).to.deep.equal(['W004']);
    expect(inventory).to.deep.equal(first);
  });

  it('is the same bytes whatever order its changes came in, before and after it was read', async () => {
    const again = nextVersion(null, change({ 'also b': digest('b'), a: digest('a'), b: digest('b') })).inventory;
    expect((await bytesOf(again)).equals(await bytesOf(first))).to.equal(true);
    const read = parseInventory(await bytesOf(first)).inventory!;
    const more = change({ c: digest('c') }, ['a']);
    expect(
      (await bytesOf(nextVersion(read, more).inventory)).equals(await bytesOf(nextVersion(first, more).inventory)),
    ).to.equal(true);
  });

  it('signs versions with the agent and an address', () => {
    expect(first.versions.get('v1')?.user).to.deep.equal({
      name: 'ada lovelace',
      address: 'info:repo/agents/ada%20lovelace',
    });
  });

  it('keeps in memory what versions have in common only once', async () => {
    const second = nextVersion(first, change({ c: digest('c') })).inventory;
    const read = parseInventory(await bytesOf(second)).inventory!;
    const [v1, v2] = [...read.versions.values()];
    expect(v2?.state.get(digest('b'))).to.equal(v1?.state.get(digest('b')));
  });

  it('is never changed by the next version', async () => {
    const before = await bytesOf(first);
    nextVersion(first, change({ a: digest('d'), b: digest('a') }, ['also b']));
    expect((await bytesOf(first)).equals(before)).to.equal(true);
  });

  it('holds a replaced file once, and drops a digest that no file has from the state alone', () => {
    const { inventory } = nextVersion(first, change({ a: digest('d') }));
    expect(inventory.versions.get('v2')?.state).to.deep.equal(
      new Map([
        [digest('b'), ['also b', 'b']],
        [digest('d'), ['a']],
      ]),
    );
    expect(inventory.manifest.has(digest('a'))).to.equal(true);
  });

  it('refuses a deletion of what is not there, another object, and kinds of object that it does not extend', () => {
    expect(() => nextVersion(first, change({}, ['gone']))).to.throw(RangeError, 'gone');
    for (const odd of [{ id: 'info:repo/other' }, { digestAlgorithm: 'sha512' }, { head: 'v01' }])
      expect(() => nextVersion({ ...first, ...odd }, change({})))
        .to.throw()
        .with.property('code', 'object-unsupported');
  });

  it('finds content under a digest that was written in upper case', () => {
    const upper = {
      ...first,
      manifest: new Map([[digest('A'), ['v1/content/a']]]),
      versions: new Map([['v1', { ...first.versions.get('v1')!, state: new Map([[digest('A'), ['a']]]) }]]),
    };
    const { content, inventory } = nextVersion(upper, change({ copy: digest('a') }));
    expect(content).to.deep.equal([]);
    expect(inventory.versions.get('v2')?.state.get(digest('A'))).to.deep.equal(['a', 'copy']);
  });

  it('tells after any history what a plain list of files would, and holds each content once', async () => {
    const path = fc.constantFrom('a', 'b', 'c/d', 'c/e', 'f/g/h');
    const bytes = fc.constantFrom('1', '2', '3').map(digest);
    const step = fc.record({ puts: fc.dictionary(path, bytes), deletes: fc.uniqueArray(path) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const files = new Map<string, string>();
        const expected: [string, string][][] = [];
        let inventory: Inventory | null = null;
        for (const { puts, deletes } of steps) {
          const gone = deletes.filter((each) => files.has(each) && !Object.hasOwn(puts, each));
          inventory = nextVersion(inventory, change(puts, gone)).inventory;
          for (const each of gone) files.delete(each);
          for (const [each, sha256] of Object.entries(puts)) files.set(each, sha256);
          expected.push([...files].sort());
        }
        const { inventory: read, findings } = parseInventory(await bytesOf(inventory!));
        expect(findings.map(({ code }) => code)).to.deep.equal(['W004']);
        const states = [...read!.versions.values()].map(({ state }) =>
          [...state].flatMap(([sha256, paths]) => paths.map((each): [string, string] => [each, sha256])).sort(),
        );
        expect(states).to.deep.equal(expected);
        for (const paths of read!.manifest.values()) expect(paths).to.have.length(1);
      }),
      { numRuns: atDepth(60) },
    );
  });
});
