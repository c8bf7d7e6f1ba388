import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Signatures of MD5 digests that no file has, as text. */
function* signatures(count: number): Generator<string> {
  for (let made = 0; made < count; made += 4) {
    const digits = createHash('sha512').update(`${made}`).digest('hex');
    const lines = [0, 1, 2, 3].slice(0, count - made).map((part) => {
      const digest = digits.slice(32 * part, 32 * (part + 1));
      return `${digest}:${1_000 + (made % 90_000)}:Bench.${made + part}\n`;
    });
    yield lines.join('');
  }
}

/** Makes a clamscan with so many signatures; answers its location. */
export const scannerWith = async (folder: string, clamscan: string, count: number): Promise<string> => {
  const database = join(folder, `${count}`);
  await mkdir(database, { recursive: true });
  await pipeline(Readable.from(signatures(count)), createWriteStream(join(database, 'bench.hdb')));
  const script = `#!/bin/sh\nexec '${clamscan}' --database='${database}' "$@"\n`;
  await writeFile(join(database, 'clamscan'), script, { mode: 0o755 });
  return join(database, 'clamscan');
};
