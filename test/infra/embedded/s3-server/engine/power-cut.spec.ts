import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { STRIDE } from '../../../../support/random/depth.js';
import { examineImage } from '../../../../support/power-cuts/examine-image.js';
import { SURVIVORS } from '../../../../support/power-cuts/forgetful-files.js';
import { imageOf, playUntil, quickFolder } from '../../../../support/power-cuts/play-until.js';
import type { Bench } from '../../../../support/power-cuts/store-bench.js';
import { SEED } from '../../../../support/random/seed.js';

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
  'a delete that empties folders, and puts elsewhere later': async ({ put, remove }) => {
    await Promise.all([put('a/b/one', '1'), put('c/two', '2')]);
    await remove('a/b/one');
    await put('c/three', '3');
    await put('c/four', '4');
  },
  'a multipart upload over an object': async ({ put, upload, restart }) => {
    await put('m/object', 'old');
    await restart();
    await upload('m/object', 'new');
  },
};

describe('a power cut at any moment', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(quickFolder, 'muniment-cut-'))));
  after(() => rm(folder, { recursive: true }));

  for (const bucket of ['workspace', 'repository']) {
    for (const [name, play] of Object.entries(SCENES)) {
      it(`leaves the ${bucket} whole: ${name}`, async () => {
        let cuts = 0;
        for (let step = 1 + (SEED % STRIDE), cutting = true; cutting; step += STRIDE) {
          for (const when of ['before', 'after'] as const) {
            const allowed = await playUntil(folder, { bucket, play }, { step, when });
            cutting = allowed !== null;
            if (allowed === null) break;
            cuts++;
            // All of them at each moment would find no more and take half as long again.
            for (const survivors of ['nothing', step % 2 === 0 ? 'names' : 'everything'] as const) {
              const image = imageOf(folder, survivors);
              await examineImage(image, bucket, allowed, `${when} step ${step}, ${survivors} survives`);
            }
            for (const survivors of SURVIVORS) await rm(imageOf(folder, survivors), { recursive: true });
          }
        }
        expect(cuts).to.be.greaterThan(20 / STRIDE);
      });
    }
  }
});
