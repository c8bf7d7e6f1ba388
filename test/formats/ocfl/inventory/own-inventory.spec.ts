import { expect } from 'chai';
import { digestBytes } from '../../../../formats/digests/digested.js';
import { contentPathOf, type Inventory } from '../../../../formats/ocfl/inventory/inventory.js';
import { readOwnInventory } from '../../../../formats/ocfl/inventory/own-inventory.js';
import { inventoryChunks } from '../../../../formats/ocfl/inventory/write-inventory.js';

const digest = (text: string): string => digestBytes(text).sha256;
const OWN = '.muniment/state.ndjson';

const INVENTORY: Inventory = {
  id: 'info:repo/letters "1911"',
  type: 'https://ocfl.io/1.1/spec/#inventory',
  digestAlgorithm: 'sha256',
  head: 'v2',
  contentDirectory: null,
  manifest: new Map([
    [digest('one'), ['v1/content/a "quoted"\\é😀.txt']],
    [digest('two'), ['v1/content/b"], ["c', 'v2/content/b']],
    [digest('twice'), ['v2/content/1', 'v1/content/2']],
    [digest('state of v1'), [`v1/content/${OWN}`]],
    [digest('state of v2'), [`v2/content/${OWN}`]],
  ]),
  versions: new Map([
    [
      'v1',
      {
        created: '2026-11-21T06:00:00.000Z',
        user: { name: 'ada', address: null },
        message: 'a "first"\nversion',
        state: new Map([
          [digest('one'), ['a', 'copy']],
          [digest('state of v1'), [OWN]],
        ]),
      },
    ],
    [
      'v2',
      {
        created: '2026-11-21T06:00:01.000Z',
        user: { name: 'grace', address: 'info:repo/agents/grace' },
        message: null,
        state: new Map([
          [digest('two'), ['b']],
          [digest('twice'), ['2']],
          [digest('state of v2'), [OWN]],
        ]),
      },
    ],
  ]),
  fixity: null,
};

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

const written = (inventory: Inventory): Buffer => Buffer.concat([...inventoryChunks(inventory)]);
const read = async (bytes: Buffer, size = 100) => (await readOwnInventory(inPieces(bytes, size), OWN)).own;

describe('an inventory that this platform wrote', () => {
  it('is read without the files of its versions, however its bytes arrive', async () => {
    const bytes = written(INVENTORY);
    for (const size of [1, 7, 100, 100_000]) {
      const own = (await read(bytes, size))!;
      const { id, head, digestAlgorithm, versions, manifest } = INVENTORY;
      expect([own.id, own.head, own.digestAlgorithm]).to.deep.equal([id, head, digestAlgorithm]);
      const headings = [...versions].map(([name, { created, user, message }]) => [name, { created, user, message }]);
      expect([...own.versions]).to.deep.equal(headings);
      const paths = [...manifest.keys()].sort().map((each) => [each, contentPathOf(manifest, each)]);
      expect([...own.manifest.paths(new Set([...manifest.keys(), digest('unknown')]))]).to.deep.equal(paths);
      expect([...own.manifest.paths(new Set([digest('one')]))]).to.deep.equal(
        paths.filter(([of]) => of === digest('one')),
      );
      for (const [each, path] of paths) expect(own.manifest.pathOf(each!)).to.equal(path);
      for (const unknown of ['', '0'.repeat(64), digest('unknown'), 'f'.repeat(64)])
        expect(own.manifest.has(unknown)).to.equal(false);
      expect(own.ownFile).to.deep.equal({ sha256: digest('state of v2'), contentPath: `v2/content/${OWN}` });
    }
  });

  it('is digested, in our form or another', async () => {
    for (const bytes of [written(INVENTORY), Buffer.from('{}'), Buffer.alloc(0)]) {
      const { size, sha256 } = await readOwnInventory(inPieces(bytes, 100), OWN);
      expect({ size, sha256 }).to.deep.equal(digestBytes(bytes));
    }
  });

  it('is refused where another program wrote it or may have', async () => {
    const { versions } = INVENTORY;
    const first = versions.get('v1')!;
    const fixity = new Map([['md5', new Map([['0'.repeat(32), ['v1/content/a "quoted"\\é😀.txt']]])]]);
    const inventories: Readonly<Record<string, Inventory>> = {
      'with fixity': { ...INVENTORY, fixity },
      'with another algorithm': { ...INVENTORY, digestAlgorithm: 'sha512' },
      'with another head': { ...INVENTORY, head: 'v1' },
      'with a gap': { ...INVENTORY, versions: new Map([['v2', versions.get('v2')!]]) },
      'without the file': {
        ...INVENTORY,
        head: 'v3',
        versions: new Map([...versions, ['v3', { ...first, state: new Map([[digest('one'), ['a']]]) }]]),
      },
      'with short digests': { ...INVENTORY, manifest: new Map([...INVENTORY.manifest, ['ab', ['v1/content/x']]]) },
    };
    for (const [what, inventory] of Object.entries(inventories))
      expect(await read(written(inventory)), what).to.equal(null);
    const compact = JSON.stringify(JSON.parse(written(INVENTORY).toString()));
    expect(await read(Buffer.from(compact)), 'in another form').to.equal(null);
    expect(await read(written(INVENTORY).subarray(0, 900)), 'cut off').to.equal(null);
  });
});
