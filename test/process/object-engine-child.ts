import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectAddress } from '../../formats/bytes.js';
import { engineByteStore } from '../../infra/embedded/byte-store.js';
import { openObjectEngine } from '../../infra/embedded/s3-server/s3-server.js';

/**
 * Writes to the object store in the folder given until it is killed: sixteen writers, each with its own keys in both
 * buckets, which it puts, replaces, copies and deletes in turn. Every acknowledgement is one line on standard output.
 */
const [folder = ''] = process.argv.slice(2);
const engine = await openObjectEngine({
  folder,
  buckets: [
    { name: 'workspace', layout: 'indexed' },
    { name: 'repository', layout: 'plain', root: join(folder, 'ocfl') },
  ],
});
const store = engineByteStore(engine);

/** Resolves when the system has the line: what waits in this process is lost when it is killed. */
const tell = (line: object): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()));

/** Asked first, acknowledged after: the reader of these lines knows what may and what must be found. */
const asking = async (
  bucket: string,
  key: string,
  text: string | null,
  work: () => Promise<unknown>,
): Promise<void> => {
  await tell({ kind: 'asked', bucket, key, text });
  await work();
  await tell({ kind: 'done', bucket, key, text });
};

const OPTIONS = { attributes: { contentType: null, headers: {}, metadata: {} }, keep: ['SHA256'] } as const;

/** Puts bytes as the command that preserves a folder does. */
const putStaged = async (to: ObjectAddress, text: string): Promise<void> => {
  const staged = await engine.stage(to.bucket, Readable.from([Buffer.from(text)]), [], 'sha256');
  await engine.commit(staged, to, OPTIONS);
};

const write = async (writer: number): Promise<never> => {
  for (let round = 0; ; round++) {
    const key = `writer ${writer}/${round % 3}/file`;
    const text = `${writer}:${round}:`.repeat(2_000);
    const [from, to] = [
      { bucket: 'workspace', key },
      { bucket: 'repository', key },
    ];
    await asking('workspace', key, text, () =>
      round % 2 === 0 ? store.put(from, Buffer.from(text)) : putStaged(from, text),
    );
    await asking('repository', key, text, () => store.copy(from, to));
    if (round % 4 === 3) await asking('repository', key, null, () => store.delete('repository', [key]));
    if (round % 5 === 4) await asking('workspace', key, null, () => store.delete('workspace', [key]));
  }
};

await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
