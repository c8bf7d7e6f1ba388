import { join } from 'node:path';
import { readPreservableFolder } from '../clients/command-line/folder/preservable-folder.js';
import { preservationClient } from '../clients/api/preservation-client.js';
import { preserveFolder } from '../clients/command-line/preserve-folder.js';
import { startPlatform } from '../infra/compose/platform.js';
import { directUploader } from '../infra/compose/commands/direct-uploader.js';
import { engineByteStore } from '../infra/embedded/byte-store.js';
import { bareCopy } from './bare-copy.js';
import type { Figure } from './figure.js';
import { inFolder } from './in-folder.js';
import { LETTERS, makeLetters } from './imports/letters.js';
import { median, secondsOf } from './measure.js';
import { ownConfig } from '../test/support/own-config.js';
import { quiet } from '../test/support/quiet-progress.js';

const ROUNDS = 3;

/** Preserves a folder on a started platform, like the command. */
const mainJob = async (folder: string, data: string): Promise<number> => {
  const platform = await startPlatform(ownConfig(data, { MUNIMENT_LOG_LEVEL: 'warn' }));
  const stores = { objects: engineByteStore(platform.engine), upload: directUploader(platform.engine) };
  const client = preservationClient(platform.ready.preservation);
  try {
    return await secondsOf(async () => {
      const local = await readPreservableFolder(folder);
      const request = { folder, local, segments: ['bench', 'letters'], name: null };
      const ports = { client, ...stores, progress: quiet };
      const { group } = await preserveFolder(ports, request);
      if (group.files !== LETTERS + 1) throw new Error(`${group.files} files were preserved`);
    });
  } finally {
    await platform.stop();
  }
};

/** Measures job and copy alternately on one disk, so that a slow disk affects both. */
export const mainJobBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const source = join(root, 'source');
    await makeLetters(source);
    const [jobs, copies]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      copies.push(LETTERS / (await secondsOf(() => bareCopy(source, join(root, `copy-${round}`)))));
      jobs.push(LETTERS / (await mainJob(source, join(root, `data-${round}`))));
    }
    const [job, copy] = [median(jobs), median(copies)];
    const to = 'bare copy with SHA-256 and fsync';
    return [
      { name: 'main job, 2,000 files of 10 KB', value: job, unit: 'files/s', ratio: { to, value: job / copy } },
      { name: `main job: ${to} of the same folder`, value: copy, unit: 'files/s' },
    ];
  });
