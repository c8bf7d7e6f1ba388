import { expect } from 'chai';
import fc from 'fast-check';
import { extendInventory } from '../../../../formats/ocfl/new-version/extend-inventory.js';
import { readOwnInventory } from '../../../../formats/ocfl/inventory/own-inventory.js';
import type { Inventory } from '../../../../formats/ocfl/inventory/inventory.js';
import type { VersionChange } from '../../../../formats/ocfl/new-version/next-version.js';
import { STATE_PATH } from '../../../../formats/group-state/state-path.js';
import { versionUser } from '../../../../formats/ocfl/version-user.js';
import { inventoryChunks } from '../../../../formats/ocfl/inventory/write-inventory.js';
import { nextVersion } from '../../plans-run-to-end.js';
import { runToEnd } from '../../../../flow/slices.js';

const digestOf = (content: number): string => content.toString(16).padStart(4, '0').repeat(16);

type Files = Readonly<Record<string, number>>;

const changeOf = (puts: Files, deletes: readonly string[] = [], state = 0): VersionChange => ({
  objectId: 'info:repo/letters',
  objectRoot: 'abc',
  jobToken: null,
  created: '2026-11-21T06:00:00.000Z',
  user: versionUser('ada'),
  message: 'job',
  puts: new Map(
    [...Object.entries(puts), [STATE_PATH, 0xf000 + state] as const].map(([path, it]) => [path, digestOf(it)]),
  ),
  deletes: new Set(deletes),
});

const bytesOf = (inventory: Inventory): Buffer => Buffer.concat([...inventoryChunks(inventory)]);

/** The bytes a few at a time, so that no line comes in one piece. */
// oxlint-disable-next-line typescript/require-await -- stands for a stream
async function* inBits(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const filesOf = ({ head, versions }: Inventory): Map<string, string> =>
  new Map([...(versions.get(head)?.state ?? [])].flatMap(([digest, paths]) => paths.map((path) => [path, digest])));

/** The next inventory by passing on the bytes of the one before. */
const extended = async (base: Inventory, change: VersionChange, size = 50): Promise<Buffer> => {
  const bytes = bytesOf(base);
  const { own } = await readOwnInventory(inBits(bytes, size), STATE_PATH);
  const files = filesOf(base);
  const { chunks } = runToEnd(extendInventory(own!, change, (path) => files.get(path) ?? null));
  const written: Buffer[] = [];
  for await (const chunk of chunks(({ start, end }) => inBits(bytes.subarray(start, end), size))) written.push(chunk);
  return Buffer.concat(written);
};

const first = nextVersion(null, changeOf({ a: 1, b: 2, 'also b': 2 })).inventory;

describe('extending an inventory by its bytes', () => {
  const gives = async (base: Inventory, change: VersionChange): Promise<void> => {
    const { inventory } = nextVersion(base, change);
    expect((await extended(base, change)).toString()).to.equal(bytesOf(inventory).toString());
  };

  it('puts a file before, between and behind others', () =>
    gives(first, changeOf({ x: 0, y: 0x0180, z: 0xffff }, [], 1)));
  it('changes and deletes files', () => gives(first, changeOf({ a: 5 }, ['b', 'also b'], 1)));
  it('swaps the bytes of two files', () => gives(first, changeOf({ a: 2, b: 1 }, [], 1)));
  it('leaves all as it is when a version changes nothing', () => gives(first, changeOf({})));
  it('brings content only where the object has none', async () => {
    const { own } = await readOwnInventory(inBits(bytesOf(first), 1_000), STATE_PATH);
    const { content, version } = runToEnd(extendInventory(own!, changeOf({ c: 2, d: 7, e: 7 }, [], 1), () => null));
    expect(version).to.equal('v2');
    expect(content.map(({ contentPath }) => contentPath)).to.deep.equal([
      'v2/content/.muniment/state.ndjson',
      'v2/content/d',
    ]);
  });

  it('gives the very bytes that the inventory as a whole leads to, version upon version', async () => {
    const path = fc.constantFrom('a', 'b', 'c/d', 'c/"e', 'ü\n', 'x".muniment/state.ndjson"', '\u{1f600}', '\uffff');
    const files = fc.dictionary(
      path,
      fc.integer({ min: 0, max: 9 }).map((it) => it * 0x1111),
    );
    const versions = fc.array(fc.tuple(files, fc.array(path)), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(versions, fc.integer({ min: 1, max: 400 }), async (changes, size) => {
        let base = first;
        for (const [index, [puts, unwanted]] of changes.entries()) {
          const gone = unwanted.filter((each) => filesOf(base).has(each) && !(each in puts));
          const change = changeOf(puts, gone, index % 3);
          const { inventory } = nextVersion(base, change);
          expect((await extended(base, change, size)).toString()).to.equal(bytesOf(inventory).toString());
          base = inventory;
        }
      }),
    );
  });

  it('refuses to delete what is not there, and an object with another id', async () => {
    const refused = (change: VersionChange): Promise<unknown> =>
      extended(first, change).catch((error: unknown) => error);
    expect(await refused(changeOf({}, ['gone']))).to.be.instanceOf(RangeError);
    expect(await refused({ ...changeOf({}), objectId: 'info:repo/other' })).to.include({ code: 'object-unsupported' });
  });

  it('knows an inventory that somebody else wrote from its own', async () => {
    const survey = async (text: string) => (await readOwnInventory(inBits(Buffer.from(text), 1_000), STATE_PATH)).own;
    const own = bytesOf(first).toString();
    expect(await survey(own)).not.to.equal(null);
    expect(await survey(JSON.stringify(JSON.parse(own)))).to.equal(null);
    expect(await survey(own.replace('\n  }\n}\n', '\n  },\n  "fixity": {}\n}\n'))).to.equal(null);
    expect(
      await survey(own.replaceAll(digestOf(0x1111), 'A'.repeat(64)).replaceAll(digestOf(2), 'A'.repeat(64))),
    ).to.equal(null);
    expect(await survey(own.slice(0, -5))).to.equal(null);
  });
});
