import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { ObjectStore } from '../../../../../formats/object-store.js';
import { readWhole } from '../../../../../formats/read-whole.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { type ObjectEngine, openObjectEngine } from '../../../../../infra/embedded/s3-server/s3-server.js';
import { nodeFiles, type Files } from '../../../../../infra/embedded/file-system/files.js';
import {
  forgetfulFiles,
  SURVIVORS,
  type PowerCutPlan,
  type Survivors,
} from '../../../../support/faults/forgetful-files.js';
import { STRIDE } from '../../../../support/depth.js';
import { SEED } from '../../../../support/seed.js';

const openIn = (folder: string, files: Files): Promise<ObjectEngine> =>
  openObjectEngine({
    folder,
    files,
    buckets: [
      { name: 'workspace', layout: 'indexed' },
      { name: 'repository', layout: 'plain', root: join(folder, 'ocfl') },
    ],
  });

/** What a key may hold after the cut: what was acknowledged last, and what was asked for since. Null is nothing. */
type Allowed = Map<string, (string | null)[]>;

interface Bench {
  /** Puts the text so many times over, each a piece of the body, so that puts at once get apart. */
  readonly put: (key: string, text: string, pieces?: number) => Promise<void>;
  readonly copy: (from: string, to: string, text: string) => Promise<void>;
  /** Puts the text into the workspace, copies it from there, and deletes it there. */
  readonly bringIn: (key: string, text: string) => Promise<void>;
  readonly remove: (...keys: string[]) => Promise<void>;
  /** Puts the text by a multipart upload of one part. */
  readonly upload: (key: string, text: string) => Promise<void>;
  /** Closes the store and opens it again on the same disk. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const contentType = 'text/plain';

const benchOn = (open: () => Promise<ObjectEngine>, first: ObjectEngine, bucket: string, allowed: Allowed): Bench => {
  let engine = first;
  const asking = async (keys: readonly string[], value: string | null, work: () => Promise<unknown>): Promise<void> => {
    for (const key of keys) allowed.set(key, [...(allowed.get(key) ?? [null]), value]);
    await work();
    for (const key of keys) allowed.set(key, [value]);
  };
  return {
    put: (key, text, pieces = 1) =>
      asking([key], text.repeat(pieces), () => {
        const stream = Readable.from(Array.from({ length: pieces }, () => Buffer.from(text)));
        const body = { stream, size: text.length * pieces };
        return engineByteStore(engine).put({ bucket, key }, body, { contentType });
      }),
    copy: (from, to, text) =>
      asking([to], text, () => engineByteStore(engine).copy({ bucket, key: from }, { bucket, key: to })),
    bringIn: async (key, text) => {
      const from = { bucket: 'workspace', key: `uploaded/${key}` };
      await engineByteStore(engine).put(from, Buffer.from(text), { contentType });
      await asking([key], text, () => engineByteStore(engine).copy(from, { bucket, key }));
      await engine.delete('workspace', [from.key]);
    },
    remove: (...keys) => asking(keys, null, () => engine.delete(bucket, keys)),
    upload: (key, text) =>
      asking([key], text, async () => {
        const attributes = { contentType, headers: {}, metadata: {} };
        const options = { attributes, algorithm: null, checksumType: null };
        const { uploadId } = await engine.beginUpload({ bucket, key }, options);
        const part = await engine.putPart(
          uploadId,
          1,
          await engine.stage(bucket, Readable.from([Buffer.from(text)]), []),
        );
        await engine.completeUpload(uploadId, [part], {});
      }),
    restart: async () => {
      await engine.close();
      engine = await open();
    },
    close: () => engine.close(),
  };
};

const SCENES: Record<string, (bench: Bench) => Promise<void>> = {
  'puts and overwrites': async ({ put, restart }) => {
    await put('a/one', 'first');
    await restart();
    await put('a/one', 'second');
  },
  'puts at once in new folders': async ({ put }) => {
    await Promise.all([put('a/b/one', '1'), put('a/b/two', '2', 4), put('a/b/three', '3', 7), put('a/four', '4')]);
  },
  'copies, also over another object': async ({ put, copy }) => {
    await put('source', 'bytes');
    await put('d/old', 'old');
    await Promise.all([copy('source', 'd/old', 'bytes'), copy('source', 'e/f/new', 'bytes')]);
  },
  'copies of uploads, one over another object': async ({ put, bringIn, restart }) => {
    await put('a/old', 'old');
    await Promise.all([bringIn('a/old', 'new'), bringIn('b/one', '1'), bringIn('b/two', '2')]);
    await restart();
    await bringIn('b/one', 'again');
  },
  'deletes that empty folders beside puts that fill them': async ({ put, remove, restart }) => {
    await put('a/b/one', '1');
    await put('a/two', '2');
    await Promise.all([remove('a/b/one', 'never'), put('a/b/three', '3')]);
    await restart();
    await remove('a/b/three', 'a/two');
  },
  'deletes from folders that stay': async ({ put, remove }) => {
    await Promise.all([put('a/one', '1'), put('a/two', '2')]);
    await remove('a/one');
    await put('later', '3');
  },
  'a multipart upload over an object': async ({ put, upload, restart }) => {
    await put('m/object', 'old');
    await restart();
    await upload('m/object', 'new');
  },
};

const filesBelow = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const emptyFoldersBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(folders.map((each) => readdir(each)));
  return folders.filter((_, index) => contents[index]?.length === 0);
};

const keysIn = async (store: ObjectStore, bucket: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list(bucket, '')) keys.push(key);
  return keys;
};

const examineObjects = async (engine: ObjectEngine, bucket: string, allowed: Allowed, moment: string) => {
  const store = engineByteStore(engine);
  let objects = 0;
  for (const [key, values] of allowed) {
    const info = await store.head({ bucket, key });
    const text = info && (await readWhole(store, { bucket, key })).bytes.toString();
    expect(values, `${key} ${moment}`).to.include(text);
    if (text === null) continue;
    objects++;
    if (values.length === 1) expect(info?.contentType, `${key} ${moment}`).to.equal(contentType);
  }
  const listed = await keysIn(store, bucket);
  expect(
    listed.filter((key) => !key.startsWith('uploaded/')),
    moment,
  ).to.have.length(objects);
  const uploaded = (await keysIn(store, 'workspace')).filter((key) => key.startsWith('uploaded/'));
  const parts = await Promise.all((await engine.uploads(bucket, '')).map(({ uploadId }) => engine.parts(uploadId)));
  return { objects, parts: parts.flat().length, uploaded: uploaded.length };
};

/** Opens what the disk shows after the cut, and looks at everything that was asked for. */
const examine = async (image: string, bucket: string, allowed: Allowed, moment: string): Promise<void> => {
  const engine = await openIn(image, nodeFiles);
  let held: { readonly objects: number; readonly parts: number; readonly uploaded: number };
  try {
    held = await examineObjects(engine, bucket, allowed, moment);
  } finally {
    await engine.close();
  }
  expect(await filesBelow(join(image, 'tmp')), moment).to.deep.equal([]);
  const byteFiles = held.parts + held.uploaded + (bucket === 'workspace' ? held.objects : 0);
  expect(await filesBelow(join(image, 'objects')), moment).to.have.length(byteFiles);
  expect(await emptyFoldersBelow(join(image, 'ocfl')), moment).to.deep.equal([]);
};

/** The cut is a simulated one, so that nothing need wait for a real disk. */
const quickFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const imageOf = (folder: string, survivors: Survivors): string => join(folder, `image-${survivors}`);

/**
 * Plays the scene until the power goes, and leaves an image for each way the disk may have taken it. Gives what was
 * known at that moment, or null when the scene ended before.
 */
const playUntil = async (
  folder: string,
  [name, bucket]: readonly [string, string],
  moment: Pick<PowerCutPlan, 'step' | 'when'>,
): Promise<Allowed | null> => {
  const home = join(folder, 'home');
  await rm(home, { recursive: true, force: true });
  mkdirSync(home);
  const allowed: Allowed = new Map();
  const known: Allowed[] = [];
  const onCut = (): void => {
    known.push(new Map([...allowed].map(([key, values]) => [key, [...values]])));
    for (const survivors of SURVIVORS) {
      const image = imageOf(folder, survivors);
      mkdirSync(image, { recursive: true });
      for (const file of ['objects.sqlite', 'objects.sqlite-wal'])
        if (existsSync(join(home, file))) copyFileSync(join(home, file), join(image, file));
      files.writeImage(image, survivors);
    }
  };
  const files = forgetfulFiles(home, { ...moment, onCut });
  const open = (): Promise<ObjectEngine> => openIn(home, files);
  const engine = await open().catch(() => null);
  if (engine !== null) {
    const bench = benchOn(open, engine, bucket, allowed);
    await SCENES[name]!(bench).catch((error: unknown) => {
      if (known.length === 0) throw error;
    });
    await bench.close();
  }
  return known[0] ?? null;
};

describe('a power cut at any moment', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(quickFolder, 'muniment-cut-'))));
  after(() => rm(folder, { recursive: true }));

  for (const bucket of ['workspace', 'repository']) {
    for (const name of Object.keys(SCENES)) {
      it(`leaves the ${bucket} whole: ${name}`, async () => {
        let cuts = 0;
        for (let step = 1 + (SEED % STRIDE), cutting = true; cutting; step += STRIDE) {
          for (const when of ['before', 'after'] as const) {
            const allowed = await playUntil(folder, [name, bucket], { step, when });
            cutting = allowed !== null;
            if (allowed === null) break;
            cuts++;
            // All of them at each moment would find no more and take half as long again.
            for (const survivors of ['nothing', step % 2 === 0 ? 'names' : 'everything'] as const) {
              const image = imageOf(folder, survivors);
              await examine(image, bucket, allowed, `${when} step ${step}, ${survivors} survives`);
            }
            for (const survivors of SURVIVORS) await rm(imageOf(folder, survivors), { recursive: true });
          }
        }
        expect(cuts).to.be.greaterThan(20 / STRIDE);
      });
    }
  }
});
