import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readWhole } from '../../formats/read-whole.js';
import { engineByteStore } from '../../infra/embedded/byte-store.js';
import { openObjectEngine } from '../../infra/embedded/s3-server/s3-server.js';

interface Line {
  readonly kind: 'asked' | 'done';
  readonly bucket: string;
  readonly key: string;
  readonly text: string | null;
}

const child = fileURLToPath(new URL('object-engine-child.js', import.meta.url));

/** Lets the child write until it has acknowledged so much, kills it, and notes what each key may hold. */
const killAfter = async (folder: string, acknowledgements: number, allowed: Map<string, (string | null)[]>) => {
  const writer = spawn(process.execPath, [child, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(writer, 'exit');
  let done = 0;
  for await (const line of createInterface(writer.stdout)) {
    if (!line.endsWith('}')) continue; // torn by its death: nothing was begun after it, or nothing acknowledged
    const { kind, bucket, key, text } = JSON.parse(line) as Line;
    const name = JSON.stringify([bucket, key]);
    if (kind === 'asked') allowed.set(name, [...(allowed.get(name) ?? [null]), text]);
    else allowed.set(name, [text]);
    if (kind === 'done' && ++done === acknowledgements) writer.kill('SIGKILL');
  }
  expect(await exit).to.deep.equal([null, 'SIGKILL']);
};

const entriesBelow = async (folder: string, kind: 'isFile' | 'isDirectory'): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry[kind]())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the object engine, killed while it writes', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'muniment-kill-'))));
  after(() => rm(folder, { recursive: true }));

  it('has every acknowledged object whole and nothing left over, kill after kill', async () => {
    const allowed = new Map<string, (string | null)[]>();
    for (const acknowledgements of [1, 50, 200, 400]) {
      await killAfter(folder, acknowledgements, allowed);
      const engine = await openObjectEngine({
        folder,
        buckets: [
          { name: 'workspace', layout: 'indexed' },
          { name: 'repository', layout: 'plain', root: join(folder, 'ocfl') },
        ],
      });
      const store = engineByteStore(engine);
      const held = { workspace: 0, repository: 0 };
      for (const [name, texts] of allowed) {
        const [bucket, key] = JSON.parse(name) as ['workspace' | 'repository', string];
        const info = await store.head({ bucket, key });
        const text = info && (await readWhole(store, { bucket, key })).bytes.toString();
        expect(texts.includes(text), `${name} holds ${String(text?.slice(0, 20))}`).to.equal(true);
        allowed.set(name, [text]);
        if (text !== null) held[bucket]++;
      }
      await engine.close();
      expect(await readdir(join(folder, 'tmp'))).to.deep.equal([]);
      expect(await entriesBelow(join(folder, 'objects'), 'isFile')).to.have.length(held.workspace);
      expect(await entriesBelow(join(folder, 'ocfl'), 'isFile')).to.have.length(held.repository);
      for (const each of await entriesBelow(join(folder, 'ocfl'), 'isDirectory'))
        expect(await readdir(each), each).to.not.deep.equal([]);
    }
  });
});
