import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ChecksumAlgorithm, Checksums, EtagSource } from '../contract/object-engine.js';
import { streamingDigest } from '../checksums/streaming-digests.js';
import { chunksOf } from '../../file-system/chunks-of.js';
import type { Files, NewFile, OpenFile } from '../../file-system/files.js';
import { etagOfSha256, hexOfBase64, type KnownDigests } from '../contract/object-record.js';
import { withStoreFaults } from '../contract/store-fault.js';
import { earlySyncs } from './early-syncs.js';

/** Bytes in a file of the temporary folder, synced and digested. */
export interface TemporaryFile {
  readonly path: string;
  readonly size: number;
  /** The stamp of the file's state, which a rename does not change. */
  readonly stamp: string;
  /** Without quotation marks. */
  readonly etag: string;
  readonly checksums: Checksums & { readonly SHA256: string };
}

/** How the digests of a body are made. */
export interface DigestOptions {
  readonly algorithms: readonly ChecksumAlgorithm[];
  /** Digests that the bytes should have, so that the MD5 need not be computed. */
  readonly known?: KnownDigests | null;
  /** Of what the ETag is made otherwise: MD5 by default. */
  readonly etagFrom?: EtagSource;
}

const digestsOf = ({ algorithms, known = null, etagFrom = 'md5' }: DigestOptions) => {
  const md5 = known === null && etagFrom === 'md5' ? streamingDigest('MD5') : null;
  const wanted = [...new Set<ChecksumAlgorithm>(['SHA256', ...algorithms])];
  const digests = wanted.map((algorithm) => ({ algorithm, digest: streamingDigest(algorithm) }));
  return {
    update(bytes: Uint8Array): void {
      md5?.update(bytes);
      for (const { digest } of digests) digest.update(bytes);
    },
    finish() {
      const values = digests.map(({ algorithm, digest }) => [algorithm, digest.digest().toString('base64')]);
      const checksums = Object.fromEntries(values) as TemporaryFile['checksums'];
      const sha256 = hexOfBase64(checksums.SHA256);
      if (known?.sha256 === sha256) return { etag: known.etag, checksums };
      if (etagFrom === 'sha256') return { etag: etagOfSha256(sha256), checksums };
      return { etag: md5?.digest().toString('hex') ?? null, checksums };
    },
  };
};

type Digests = Pick<TemporaryFile, 'etag' | 'checksums'>;

/** How a file is read for its digests. */
export interface FileReadOptions extends DigestOptions {
  /** Called for every chunk. */
  readonly onMoved?: ((bytes: number) => void) | undefined;
}

/** Digests the content of an open file. */
export const digestFile = async (file: OpenFile, size: number, reading: FileReadOptions): Promise<Digests> => {
  const digests = digestsOf(reading);
  for await (const chunk of chunksOf(file, 0, size - 1, reading.onMoved)) digests.update(chunk);
  const { etag, checksums } = digests.finish();
  return etag === null ? digestFile(file, size, { ...reading, known: null }) : { etag, checksums };
};

const fill = async (
  file: NewFile,
  body: AsyncIterable<Uint8Array>,
  digests: ReturnType<typeof digestsOf>,
): Promise<Pick<TemporaryFile, 'size' | 'stamp'>> => {
  const syncs = earlySyncs(() => file.sync());
  try {
    for await (const chunk of body) {
      const written = withStoreFaults(file.write(chunk));
      digests.update(chunk);
      await written;
      syncs.wrote(chunk.length);
    }
  } finally {
    await syncs.settled();
  }
  await withStoreFaults(syncs.ended().then(() => file.sync()));
  return withStoreFaults(file.state());
};

/** The digests of a file whose content is not the expected one. */
const digestAnew = async (
  files: Files,
  { path, size }: Pick<TemporaryFile, 'path' | 'size'>,
  algorithms: readonly ChecksumAlgorithm[],
): Promise<Digests> => {
  const file = await withStoreFaults(files.open(path));
  if (file === null) throw new ByteStoreFault('store-unavailable', `${path} was taken away`);
  try {
    return await digestFile(file, size, { algorithms });
  } finally {
    await file.close();
  }
};

/** Streams a body to a new file at `path`. When it fails, with the body's own error or a fault, the file is removed. */
export const writeTemporaryFile = async (
  files: Files,
  path: string,
  body: AsyncIterable<Uint8Array>,
  digesting: DigestOptions,
): Promise<TemporaryFile> => {
  const file = await withStoreFaults(files.create(path));
  try {
    const digests = digestsOf(digesting);
    const { size, stamp } = await fill(file, body, digests);
    const { etag, checksums } = digests.finish();
    const digested =
      etag === null ? await digestAnew(files, { path, size }, digesting.algorithms) : { etag, checksums };
    return { path, size, stamp, ...digested };
  } catch (error) {
    await files.unlink(path).catch(() => false); // the next open removes what stays
    throw error;
  } finally {
    await file.close();
  }
};
