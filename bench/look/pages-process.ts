import { httpArchive } from '../../clients/api/http-archive.js';
import { startPlatform } from '../../infra/compose/platform/platform.js';
import { limitHeapGrowth } from '../../infra/compose/process/heap-growth.js';
import { ownConfig } from '../../test/support/platform/own-config.js';
import { secondsOf } from '../measure.js';

/** What listing a group over HTTP costs, with the platform in the same process. */
export interface ListingCost {
  readonly files: number;
  /** Until the first file came, while the platform had read nothing of the group. */
  readonly firstSeconds: number;
  /** All pages, read once. */
  readonly allSeconds: number;
  /** All pages again. */
  readonly againSeconds: number;
  readonly startBytes: number;
  readonly peakBytes: number;
}

const peak = (): number => process.resourceUsage().maxRSS * 1_024;

limitHeapGrowth();
const [data = '', group = '', described = ''] = process.argv.slice(2);
const platform = await startPlatform(ownConfig(data, { MUNIMENT_LOG_LEVEL: 'error' }));
const archive = httpArchive(platform.ready.preservation);
const startBytes = peak();
let files = 0;
let firstSeconds = 0;
const listed = (): Promise<number> =>
  secondsOf(async () => {
    const begun = performance.now();
    files = 0;
    for await (const { stored } of archive.files(group, 1, '', { described: described === 'described' })) {
      if (files === 0 && firstSeconds === 0) firstSeconds = (performance.now() - begun) / 1_000;
      files += stored === '' ? 0 : 1;
    }
  });
const allSeconds = await listed();
const cost: ListingCost = {
  files,
  firstSeconds,
  allSeconds,
  againSeconds: await listed(),
  startBytes,
  peakBytes: peak(),
};
await platform.stop();
process.stdout.write(`${JSON.stringify(cost)}\n`);
