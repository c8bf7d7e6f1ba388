import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openS3Harness, owner } from '../../test/support/s3/s3-harness.js';
import type { Figure } from '../figure.js';
import { median, secondsOf } from '../measure.js';
import type { PutOrder } from './small-puts-thread.js';

const FILES = 1_000;
const ROUNDS = 3;
const SIZES = [
  ['1 KB', 1_000],
  ['100 KB', 100_000],
] as const;

/** Seconds from the start of a thread until the last of its files is stored. */
const putFiles = (workerData: PutOrder): Promise<number> =>
  secondsOf(async () => {
    const thread = new Worker(new URL('./small-puts-thread.js', import.meta.url), { workerData });
    await once(thread, 'exit');
  });

const measured = async (settings: PutOrder['settings'], bytes: number) => {
  const [sdk, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const order = { settings, bucket: 'workspace', files: FILES, bytes };
    const bySdk = FILES / (await putFiles({ ...order, by: 'sdk', prefix: `${bytes}/sdk-${round}` }));
    const byPlain = FILES / (await putFiles({ ...order, by: 'plain', prefix: `${bytes}/plain-${round}` }));
    if (round === 0) continue; // a warm-up of the server
    sdk.push(bySdk);
    plain.push(byPlain);
  }
  return { sdk: median(sdk), plain: median(plain) };
};

/** Small files put by plain signed requests and by the SDK, alternately, into the embedded store of this process. */
export const smallPutsBench = async (): Promise<readonly Figure[]> => {
  const harness = await openS3Harness();
  const settings = { endpoint: harness.endpoint, region: 'us-east-1', credentials: owner };
  const figures: Figure[] = [];
  try {
    for (const [size, bytes] of SIZES) {
      const { sdk, plain } = await measured(settings, bytes);
      const name = `${FILES.toLocaleString('en')} files of ${size}, put by`;
      const ratio = { to: 'the SDK', value: plain / sdk, goal: 1.3 };
      figures.push({ name: `${name} plain requests`, value: plain, unit: 'files/s', ratio });
      figures.push({ name: `${name} the SDK`, value: sdk, unit: 'files/s' });
    }
  } finally {
    await harness.close();
  }
  return figures;
};
