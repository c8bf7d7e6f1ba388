import { openSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { nodeFiles } from '../../infra/embedded/file-system/files.js';
import { benchOn, openIn, type Allowed } from '../support/power-cuts/store-bench.js';
import { randomNumbers } from '../support/random-numbers.js';

/**
 * Writes into the object store of a data folder until it is killed: `<data folder> <log> <seed>`. The log has a line for
 * what each key may hold, written before a change is asked for, and after it was answered.
 */
const [folder = '', log = '', seed = ''] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const output = openSync(log, 'a');

class LoggedKeys extends Map<string, (string | null)[]> implements Allowed {
  override set(key: string, values: (string | null)[]): this {
    writeSync(output, `${JSON.stringify([key, values])}\n`);
    return super.set(key, values);
  }
}

const open = () => openIn(folder, nodeFiles);
const bench = benchOn(open, await open(), 'repository', new LoggedKeys());

const below = (end: number): number => Math.floor(random() * end);

const change = (key: string): Promise<void> => {
  const text = `${below(1_000_000)} `.repeat(1 + below(200));
  const kinds = [
    () => bench.put(key, text, 1 + below(4)),
    () => bench.bringIn(key, text),
    () => bench.bringIn(key, text),
    () => bench.upload(key, text),
    () => bench.remove(key),
  ];
  return kinds[below(kinds.length)]?.() ?? Promise.resolve();
};

/** So few folders that they fill and empty again. */
const keyOf = (lane: number): string => `group-${below(3)}/v${below(2)}/lane-${lane}/${below(3)}`;

const writeOn = async (lane: number): Promise<never> => {
  for (;;) {
    await change(keyOf(lane));
    await setImmediate();
  }
};

await Promise.all(Array.from({ length: 6 }, (_, lane) => writeOn(lane)));
