import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { examineImage } from '../../../../support/power-cuts/examine-image.js';
import { SURVIVORS } from '../../../../support/power-cuts/forgetful-files.js';
import { imageOf, playUntil, quickFolder, type Scene } from '../../../../support/power-cuts/play-until.js';
import { plainRootOf } from '../../../../support/s3/open-engine-in.js';
import { until } from '../../../../support/scheduling/until.js';

describe('a power cut while one call waits for the folder that another is making', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(quickFolder, 'muniment-cut-'))));
  after(() => rm(folder, { recursive: true }));

  it('takes no file that was answered', async () => {
    const root = plainRootOf(join(folder, 'home'));
    const asked: string[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const scene: Scene = {
      bucket: 'repository',
      through: (disk) => ({
        ...disk,
        async syncFolder(path) {
          asked.push(path);
          if (path === root) await held;
          await disk.syncFolder(path);
        },
      }),
      async play({ put }, disk) {
        const maker = put('a/b/one', '1');
        await until('the folder is made', () => disk.stateNow(join(root, 'a')) !== null);
        const other = put('a/two', '2');
        await until('the other file is in it', () => disk.stateNow(join(root, 'a/two')) !== null);
        if (asked.includes(join(root, 'a'))) await other; // it has not waited, and is answered
        disk.cut();
        letGo();
        await Promise.all([maker, other]);
      },
    };
    const allowed = await playUntil(folder, scene, { step: 0, when: 'before' });
    expect(allowed).to.include.keys('a/b/one', 'a/two');
    for (const survivors of SURVIVORS)
      await examineImage(imageOf(folder, survivors), scene.bucket, allowed ?? new Map(), `${survivors} survives`);
  });
});
