import { Readable } from 'node:stream';
import { engineByteStore } from '../../../infra/embedded/byte-store.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';

/** What a key may hold after the cut: what was acknowledged last, and what was asked for since. Null is nothing. */
export type AllowedContent = Map<string, (string | null)[]>;

export interface Bench {
  /** Puts the text so many times over, each a piece of the body, so that puts at once get apart. */
  readonly put: (key: string, text: string, pieces?: number) => Promise<void>;
  /** Puts the text as the command that preserves a folder does. */
  readonly putStaged: (key: string, text: string) => Promise<void>;
  readonly copy: (from: string, to: string, text: string) => Promise<void>;
  /** Puts the text into the workspace, copies it from there, and deletes it there. */
  readonly bringIn: (key: string, text: string) => Promise<void>;
  readonly remove: (...keys: string[]) => Promise<void>;
  /** Puts the text by a multipart upload of one part. */
  readonly upload: (key: string, text: string) => Promise<void>;
  /** Closes the store and opens it again on the same disk. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const contentType = 'text/plain';
const attributes = { contentType, headers: {}, metadata: {} };

export const benchOn = (
  open: () => Promise<ObjectEngine>,
  first: ObjectEngine,
  bucket: string,
  allowed: AllowedContent,
): Bench => {
  let engine = first;
  const asking = async (keys: readonly string[], value: string | null, work: () => Promise<unknown>): Promise<void> => {
    for (const key of keys) allowed.set(key, [...(allowed.get(key) ?? [null]), value]);
    await work();
    for (const key of keys) allowed.set(key, [value]);
  };
  return {
    put: (key, text, pieces = 1) =>
      asking([key], text.repeat(pieces), () => {
        const stream = Readable.from(Array.from({ length: pieces }, () => Buffer.from(text)));
        const body = { stream, size: text.length * pieces };
        return engineByteStore(engine).put({ bucket, key }, body, { contentType });
      }),
    putStaged: (key, text) =>
      asking([key], text, async () => {
        const staged = await engine.stage(bucket, Readable.from([Buffer.from(text)]), [], 'sha256');
        await engine.commit(staged, { bucket, key }, { attributes, keep: ['SHA256'] });
      }),
    copy: (from, to, text) =>
      asking([to], text, () => engineByteStore(engine).copy({ bucket, key: from }, { bucket, key: to })),
    bringIn: async (key, text) => {
      const from = { bucket: 'workspace', key: `uploaded/${key}` };
      await engineByteStore(engine).put(from, Buffer.from(text), { contentType });
      await asking([key], text, () => engineByteStore(engine).copy(from, { bucket, key }));
      await engine.delete('workspace', [from.key]);
    },
    remove: (...keys) => asking(keys, null, () => engine.delete(bucket, keys)),
    upload: (key, text) =>
      asking([key], text, async () => {
        const options = { attributes, algorithm: null, checksumType: null };
        const { uploadId } = await engine.beginUpload({ bucket, key }, options);
        const part = await engine.putPart(
          uploadId,
          1,
          await engine.stage(bucket, Readable.from([Buffer.from(text)]), []),
        );
        await engine.completeUpload(uploadId, [part], {});
      }),
    restart: async () => {
      await engine.close();
      engine = await open();
    },
    close: () => engine.close(),
  };
};
