import type { ObjectAddress } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import { engineByteStore } from '../../infra/embedded/byte-store.js';
import { openObjectEngine } from '../../infra/embedded/s3-server/s3-server.js';
import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, secondsOf } from '../measure.js';

const FILES = 2_000;
const CLIENTS = 200;
const SECONDS = 5;

const bucket = 'repository';
const addressOf = (index: number): ObjectAddress => ({ bucket, key: `objects/${index % 100}/${index}` });

/** Half of the clients read one file repeatedly, the others a different one each time, all concurrently. */
export const hotFileBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const engine = await openObjectEngine({
      folder,
      buckets: [{ name: bucket, layout: 'plain', root: join(folder, 'ocfl') }],
    });
    const store = engineByteStore(engine);
    for (let index = 0; index < FILES; index++) await store.put(addressOf(index), Buffer.alloc(10_000, index));
    const [hot, cold]: [number[], number[]] = [[], []];
    const end = performance.now() + SECONDS * 1_000;
    const read = async (client: number): Promise<void> => {
      for (let round = 0; performance.now() < end; round++) {
        const isHot = client % 2 === 0;
        const at = addressOf(isHot ? 0 : 1 + ((client * 997 + round) % (FILES - 1)));
        (isHot ? hot : cold).push((await secondsOf(() => readWhole(store, at))) * 1_000_000);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => read(client)));
    await engine.close();
    const [ofHot, ofCold] = [median(hot), median(cold)];
    return [
      { name: `reads of other files under ${CLIENTS} clients, median`, value: ofCold, unit: 'µs' },
      {
        name: `reads of one file under ${CLIENTS} clients, median`,
        value: ofHot,
        unit: 'µs',
        ratio: { to: 'those of other files', value: ofHot / ofCold, atMost: 2 },
      },
    ];
  });
