import { writeSync } from 'node:fs';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { all, noteCodec, notes } from '../../contracts/event-store/notes.js';

/**
 * Appends to several streams at once until it is killed. Each append holds a few facts that all bear its number, and a
 * line `<stream> <revision of its last fact>` is printed only after it was acknowledged.
 */
const [, , path = '', streams = '1'] = process.argv;
const store = openEventStore(path, noteCodec);

const write = async (stream: string): Promise<void> => {
  const [last] = await all(store.read(stream, { direction: 'backwards', limit: 1 }));
  let revision = last?.revision ?? -1n;
  for (let number = 0; ; number++) {
    const size = 1 + (number % 4);
    const texts = Array.from(
      { length: size },
      (_, index) => `${number} ${index} of ${size} ${'x'.repeat(number % 3000)}`,
    );
    ({ revision } = await store.append(stream, notes(...texts), revision));
    writeSync(1, `${stream} ${revision}\n`);
  }
};

writeSync(1, 'ready\n');
await Promise.all(Array.from({ length: Number(streams) }, (_, index) => write(`note-${index}`)));
