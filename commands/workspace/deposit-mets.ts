import type { DepositBeginning } from '../../events/deposit.js';
import { ifThere, type ByteStore, type ObjectInfo } from '../../formats/bytes.js';
import { readWhole, stableInfo } from '../../formats/read-whole.js';
import { findMets } from '../../formats/mets/find-mets.js';
import type { MetsSource } from '../../formats/mets/mets-work.js';
import { refuseTooLarge } from '../../formats/xml/parse.js';
import type { Deposit } from '../deposit/state.js';

type Files = DepositBeginning['files'];

const relativeKeys = async function* (bytes: ByteStore, { bucket, prefix }: Files): AsyncGenerator<string> {
  for await (const { key } of bytes.list(bucket, prefix)) yield key.slice(prefix.length);
};

export interface FoundMets {
  readonly path: string;
  readonly info: ObjectInfo;
}

/** The METS object of a deposit's workspace (companion 6.1), `path` relative to the deposit; null without one. */
export const findDepositMets = async (bytes: ByteStore, files: Files): Promise<FoundMets | null> => {
  const usual = await bytes.head({ bucket: files.bucket, key: `${files.prefix}mets.xml` });
  if (usual !== null) return { path: 'mets.xml', info: usual };
  const keys: string[] = [];
  for await (const key of relativeKeys(bytes, files)) if (/\.xml$/i.test(key)) keys.push(key);
  const path = findMets(keys);
  const info = path === null ? null : await bytes.head({ bucket: files.bucket, key: files.prefix + path });
  return path === null || info === null ? null : { path, info };
};

/** A METS that is to be edited. */
export interface EditableMets {
  /** Relative to the deposit. */
  readonly path: string;
  /** Quotation marks included. */
  readonly etag: string;
  /**
   * Reading rejects with ByteStoreFault `precondition-failed` or `object-not-found` once it was replaced or deleted.
   */
  readonly source: MetsSource;
}

/** The METS of a deposit for an edit, not read yet; null when it has none. Throws XmlFault `xml-too-large`. */
export const openDepositMets = async (
  bytes: ByteStore,
  { files }: Pick<Deposit, 'files'>,
): Promise<EditableMets | null> => {
  const found = await findDepositMets(bytes, files);
  // An edit may use the parsed METS that is cached by checksum, and stores its result over the object with this ETag.
  const info = found === null ? null : await stableInfo(bytes, found.info);
  if (found === null || info === null) return null;
  const { path } = found;
  const { etag, size, sha256 } = info;
  refuseTooLarge(size);
  const read = async (): Promise<Buffer> => (await readWhole(bytes, info, { etag })).bytes;
  return { path, etag, source: { size, sha256, read } };
};

export interface DepositMets {
  /** Relative to the deposit. */
  readonly path: string;
  /** Of `bytes`, quotation marks included. */
  readonly etag: string;
  readonly lastModified: Date;
  readonly bytes: Buffer;
}

/**
 * The METS of a deposit with its bytes; null when it has none. Throws XmlFault `xml-too-large`, before it is read,
 * above the limit for documents.
 */
export const readDepositMets = async (bytes: ByteStore, files: Files): Promise<DepositMets | null> => {
  const found = await findDepositMets(bytes, files);
  if (found === null) return null;
  refuseTooLarge(found.info.size);
  return readFoundMets(bytes, found);
};

/** The present content of a METS that was found; null where it was deleted since. */
export const readFoundMets = async (bytes: ByteStore, { path, info }: FoundMets): Promise<DepositMets | null> => {
  const read = await ifThere(() => readWhole(bytes, info));
  if (read === null) return null;
  const { etag, lastModified } = read.info;
  return { path, etag, lastModified, bytes: read.bytes };
};
