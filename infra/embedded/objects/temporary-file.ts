import type { ChecksumAlgorithm, Checksums } from './engine.js';
import { streamingDigest } from './checksums/streaming-digests.js';
import type { Files, NewFile, OpenFile } from './files.js';
import { withStoreFaults } from './store-fault.js';

/** Bytes in a file of the temporary folder, synced and digested. */
export interface TemporaryFile {
  readonly path: string;
  readonly size: number;
  /** That of the file's state, which a rename does not change. */
  readonly stamp: string;
  /** Lower-case hex. */
  readonly md5: string;
  readonly checksums: Checksums & { readonly SHA256: string };
}

const CHUNK_BYTES = 256 * 1024;

const digestsOf = (algorithms: readonly ChecksumAlgorithm[]) => {
  const md5 = streamingDigest('MD5');
  const wanted = [...new Set<ChecksumAlgorithm>(['SHA256', ...algorithms])];
  const digests = wanted.map((algorithm) => ({ algorithm, digest: streamingDigest(algorithm) }));
  return {
    update(bytes: Uint8Array): void {
      md5.update(bytes);
      for (const { digest } of digests) digest.update(bytes);
    },
    finish() {
      const values = digests.map(({ algorithm, digest }) => [algorithm, digest.digest().toString('base64')]);
      const checksums = Object.fromEntries(values) as TemporaryFile['checksums'];
      return { md5: md5.digest().toString('hex'), checksums };
    },
  };
};

/** The bytes of an open file from `start` to `end` (inclusive), in one buffer that is filled again for each chunk. */
export async function* chunksOf(file: OpenFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(end - start + 1, 0)));
  for (let at = start; at <= end;) {
    const read = await withStoreFaults(file.read(buffer.subarray(0, Math.min(buffer.length, end - at + 1)), at));
    if (read === 0) return;
    yield buffer.subarray(0, read);
    at += read;
  }
}

/** Digests what an open file holds now. */
export const digestFile = async (
  file: OpenFile,
  size: number,
  algorithms: readonly ChecksumAlgorithm[],
): Promise<Pick<TemporaryFile, 'md5' | 'checksums'>> => {
  const digests = digestsOf(algorithms);
  for await (const chunk of chunksOf(file, 0, size - 1)) digests.update(chunk);
  return digests.finish();
};

const fill = async (
  file: NewFile,
  body: AsyncIterable<Uint8Array>,
  algorithms: readonly ChecksumAlgorithm[],
): Promise<Omit<TemporaryFile, 'path'>> => {
  const digests = digestsOf(algorithms);
  for await (const chunk of body) {
    const written = withStoreFaults(file.write(chunk));
    digests.update(chunk);
    await written;
  }
  await withStoreFaults(file.sync());
  const { size, stamp } = await withStoreFaults(file.state());
  return { size, stamp, ...digests.finish() };
};

/** Streams a body to a new file at `path`. When it fails, with the body's own error or a fault, nothing stays. */
export const writeTemporaryFile = async (
  files: Files,
  path: string,
  body: AsyncIterable<Uint8Array>,
  algorithms: readonly ChecksumAlgorithm[],
): Promise<TemporaryFile> => {
  const file = await withStoreFaults(files.create(path));
  try {
    return { path, ...(await fill(file, body, algorithms)) };
  } catch (error) {
    await files.unlink(path).catch(() => false); // the next open removes what stays
    throw error;
  } finally {
    await file.close();
  }
};

/** Makes a clone of `from` at `path` and digests it; null where the volume has no clones. Its bytes are synced. */
export const cloneTemporaryFile = async (
  files: Files,
  path: string,
  from: string,
  algorithms: readonly ChecksumAlgorithm[],
): Promise<TemporaryFile | null> => {
  if (!(await withStoreFaults(files.clone(from, path)))) return null;
  const file = await withStoreFaults(files.open(path));
  if (file === null) return null;
  try {
    await withStoreFaults(file.sync());
    const { size, stamp } = await withStoreFaults(file.state());
    return { path, size, stamp, ...(await digestFile(file, size, algorithms)) };
  } catch (error) {
    await files.unlink(path).catch(() => false);
    throw error;
  } finally {
    await file.close();
  }
};
