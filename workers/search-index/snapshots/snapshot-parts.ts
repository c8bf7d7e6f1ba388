import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { mapConcurrently, forEachConcurrently } from '../../../flow/concurrently.js';
import { ByteStoreFault, type ByteStore, type ObjectAddress } from '../../../formats/bytes.js';

/** Bytes of the file in a part. */
const PART_BYTES = 16 * 1024 ** 2;
/** So many parts are in memory at once, each with its compressed form. */
const WIDTH = 4;
/** The fastest: an index becomes a fifth (ADR 113). */
const LEVEL = 1;

const compressed = promisify(gzip);
const decompressed = promisify(gunzip);

/** A part as it is stored: compressed by gzip. */
export interface StoredPart {
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const addressOf = ({ bucket, key }: ObjectAddress, number: number): ObjectAddress => ({
  bucket,
  key: `${key}${String(number).padStart(6, '0')}.gz`,
});

const readPart = async (file: FileHandle, from: number, size: number): Promise<Buffer> => {
  const part = Buffer.alloc(Math.min(PART_BYTES, size - from));
  for (let read = 0; read < part.length;) {
    const { bytesRead } = await file.read(part, read, part.length - read, from + read);
    if (bytesRead === 0) throw new Error('the copy of a search index has become shorter');
    read += bytesRead;
  }
  return part;
};

const partsOf = (size: number): number[] => Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, number) => number);

/** Stores a file in parts below `at`. Rejects with ByteStoreFault, or an error of the file system. */
export const storeParts = async (
  bytes: ByteStore,
  path: string,
  at: ObjectAddress,
  signal: AbortSignal,
): Promise<{ readonly size: number; readonly parts: readonly StoredPart[] }> => {
  await using file = await open(path);
  const { size } = await file.stat();
  const parts = await mapConcurrently(partsOf(size), { width: WIDTH, signal }, async (number) => {
    const part = await compressed(await readPart(file, number * PART_BYTES, size), { level: LEVEL });
    const sha256 = sha256Of(part);
    await bytes.put(addressOf(at, number), part, { contentType: 'application/gzip', sha256 });
    return { sha256, size: part.length };
  });
  return { size, parts };
};

const fetchPart = async (bytes: ByteStore, at: ObjectAddress, { sha256, size }: StoredPart): Promise<Buffer> => {
  const { stream } = await bytes.get(at, { isCompared: true });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  const part = Buffer.concat(chunks);
  if (part.length !== size || sha256Of(part) !== sha256)
    throw new ByteStoreFault('digest-mismatch', `${at.key} is not what was stored`);
  return decompressed(part, { maxOutputLength: PART_BYTES });
};

export interface FetchOptions {
  readonly path: string;
  readonly signal: AbortSignal;
  /** Told how many bytes of the file are written. Must not throw. */
  readonly onWritten: (bytes: number) => void;
}

/**
 * Writes the parts below `at` into a new file of `size` bytes. Rejects with ByteStoreFault, `digest-mismatch` for a part
 * that is not what was stored, or an error of the file system.
 */
export const fetchParts = async (
  bytes: ByteStore,
  at: ObjectAddress,
  { size, parts }: { readonly size: number; readonly parts: readonly StoredPart[] },
  { path, signal, onWritten }: FetchOptions,
): Promise<void> => {
  await using file = await open(path, 'w', 0o600);
  let written = 0;
  await forEachConcurrently(parts, { width: WIDTH, signal }, async (stored, number) => {
    const part = await fetchPart(bytes, addressOf(at, number), stored);
    for (let done = 0; done < part.length;)
      done += (await file.write(part, done, part.length - done, number * PART_BYTES + done)).bytesWritten;
    written += part.length;
    onWritten(written);
  });
  if (written !== size)
    throw new ByteStoreFault('digest-mismatch', `${at.key} has ${written} bytes instead of ${size}`);
};
