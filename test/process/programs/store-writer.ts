import { openSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { allowedIn, linesOf } from '../../support/power-cuts/allowed-log.js';
import { benchOn, type AllowedContent } from '../../support/power-cuts/store-bench.js';
import { openEngineIn } from '../../support/s3/open-engine-in.js';
import { randomNumbers } from '../../support/random/random-numbers.js';

/**
 * Writes into a bucket of the object store in a data folder until it is killed: `<data folder> <bucket> <log> <seed>`. The
 * log has a line for what each key may hold, written before a change is asked for, and after it was answered; it goes on
 * from the lines that are there.
 */
const [folder = '', bucket = '', log = '', seed = ''] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const output = openSync(log, 'a');

class LoggedKeys extends Map<string, (string | null)[]> implements AllowedContent {
  override set(key: string, values: (string | null)[]): this {
    writeSync(output, `${JSON.stringify([key, values])}\n`);
    return super.set(key, values);
  }

  /** Takes what the log has already. */
  restore(known: AllowedContent): this {
    for (const [key, values] of known) super.set(key, values);
    return this;
  }
}

const allowed = new LoggedKeys().restore(allowedIn(linesOf(log)));
const open = () => openEngineIn(folder);
const bench = benchOn(open, await open(), bucket, allowed);

const below = (end: number): number => Math.floor(random() * end);

const change = (key: string): Promise<void> => {
  const text = `${below(1_000_000)} `.repeat(1 + below(200));
  const kinds = [
    () => bench.put(key, text, 1 + below(4)),
    () => bench.putStaged(key, text),
    () => bench.bringIn(key, text),
    () => bench.bringIn(key, text),
    () => bench.upload(key, text),
    () => bench.remove(key),
  ];
  return kinds[below(kinds.length)]?.() ?? Promise.resolve();
};

/** So few folders that they fill and empty again. */
const keyOf = (writer: number): string => `group-${below(3)}/v${below(2)}/writer-${writer}/${below(3)}`;

const writeOn = async (writer: number): Promise<never> => {
  for (;;) {
    await change(keyOf(writer));
    await setImmediate();
  }
};

await Promise.all(Array.from({ length: 16 }, (_, writer) => writeOn(writer)));
