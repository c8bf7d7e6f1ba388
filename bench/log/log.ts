import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { appendOneByOne, appends, bareAppends, codec, perSecond } from './durable-appends.js';
import { comparedFigures, type Comparison } from './compared-figures.js';

interface AppendMeasurement {
  readonly name: string;
  readonly count: number;
  readonly facts: number;
  readonly goal: number;
}

const ROUNDS = 7;

/** Store and bare file in turns, in short stretches, so that a disk that is slow for a while is slow for both. */
const STRETCHES = 10;

const SINGLE: AppendMeasurement = { name: 'durable appends of one fact', count: 1000, facts: 1, goal: 0.9 };
const BATCHES: AppendMeasurement = { name: 'durable appends of 100 facts', count: 100, facts: 100, goal: 0.8 };

const measured = (folder: string, { name, count, facts, goal }: AppendMeasurement): Promise<Comparison> =>
  (async () => {
    await using store = openEventStore(join(folder, `${randomUUID()}.db`), codec);
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const seconds = { ours: 0, bare: 0 };
      const inStretch = (count * facts) / STRETCHES;
      for (let stretch = 0; stretch < STRETCHES; stretch++) {
        const batches = appends(count / STRETCHES, facts);
        seconds.ours += inStretch / (await perSecond(inStretch, () => appendOneByOne(store, batches)));
        const file = join(folder, `bare-${round}-${facts}`);
        seconds.bare += inStretch / (await perSecond(inStretch, () => bareAppends(file, batches)));
      }
      ours.push((count * facts) / seconds.ours);
      bare.push((count * facts) / seconds.bare);
    }
    return {
      name,
      to: `bare write and fdatasync of ${facts === 1 ? 'one' : facts}`,
      unit: 'facts/s',
      ours,
      bare,
      goal,
    };
  })();

/** Durable appends to the embedded log beside a file of the same bytes that is synced after each append. */
export const logBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => [
    ...comparedFigures(await measured(folder, SINGLE)),
    ...comparedFigures(await measured(folder, BATCHES)),
  ]);
