import { Readable } from 'node:stream';
import {
  ByteStoreFault,
  isStreamed,
  sizeOf,
  type ObjectInfo,
  type PutBody,
  type PutResult,
} from '../../formats/bytes.js';
import { shortPieces } from '../../formats/short-pieces.js';
import type { ObjectStore } from '../../formats/object-store.js';
import {
  UploadFault,
  type Attributes,
  type ObjectEngine,
  type StagedBytes,
  type StoredObject,
} from './s3-server/s3-server.js';
import { specificType } from '../../formats/media-types/specific-type.js';

const storedOf = ({ etag, size, sha256 }: StoredObject): PutResult => {
  if (sha256 === null) throw new Error('the engine kept no SHA-256 though it was told to');
  return { etag, size, sha256 };
};

const infoOf = (object: StoredObject): ObjectInfo => ({ ...object, contentType: specificType(object.contentType) });

/** The body's chunks; an error of the body becomes a fault. */
async function* bodyOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
  } catch (error) {
    throw new ByteStoreFault('store-unavailable', `the body could not be read: ${String(error)}`, { cause: error });
  }
}

const requireStaged = (staged: StagedBytes, size: number, sha256?: string): void => {
  if (staged.size !== size)
    throw new ByteStoreFault(
      'digest-mismatch',
      `the body has ${staged.size} bytes, not the ${size} it was said to have`,
    );
  const actual = Buffer.from(staged.checksums.SHA256 ?? '', 'base64').toString('hex');
  if (sha256 !== undefined && sha256 !== actual)
    throw new ByteStoreFault('digest-mismatch', `the body has SHA-256 ${actual}, not ${sha256}`);
};

/** Bytes of a body for which its MD5 would take more time than all else. */
const LARGE = 1_048_576;

/** Stages a body. A large one from memory or with a known digest gets an ETag made of its SHA-256, without an MD5. */
const stageBody = (
  engine: ObjectEngine,
  bucket: string,
  body: PutBody,
  sha256: string | undefined,
): Promise<StagedBytes> => {
  const isStream = isStreamed(body);
  const stream = isStream ? body.stream : Readable.from(shortPieces(body));
  const needsNoMd5 = sizeOf(body) >= LARGE && (!isStream || sha256 !== undefined);
  return engine.stage(bucket, bodyOf(stream), ['SHA256'], needsNoMd5 ? 'sha256' : 'md5');
};

/** The ByteStore port on the embedded engine. Objects that it puts and copies always keep their SHA-256. */
export const engineByteStore = (engine: ObjectEngine): ObjectStore => ({
  keepsConditions: true,
  async put(at, body, { contentType = null, metadata = {}, sha256, onlyIf } = {}) {
    const staged = await stageBody(engine, at.bucket, body, sha256);
    try {
      requireStaged(staged, sizeOf(body), sha256);
      const attributes: Attributes = { contentType, headers: {}, metadata };
      return storedOf(await engine.commit(staged, at, { attributes, keep: ['SHA256'], onlyIf }));
    } finally {
      await staged.discard();
    }
  },
  async head(at) {
    const object = await engine.head(at);
    return object === null ? null : infoOf(object);
  },
  async get(at, options) {
    const { object, stream } = await engine.open(at, options);
    return { info: infoOf(object), stream };
  },
  async copy(from, to, { contentType, metadata, onlyIf, onMoved } = {}) {
    const attributes = {
      ...(contentType === undefined ? {} : { contentType }),
      ...(metadata === undefined ? {} : { metadata }),
    };
    return storedOf(await engine.copy(from, to, { attributes, keep: ['SHA256'], onlyIf, onMoved }));
  },
  list: (bucket, prefix, options) => engine.list(bucket, prefix, options?.after),
  listFolders: (bucket, prefix, isWanted) => engine.listFolders(bucket, prefix, isWanted),
  delete: (bucket, keys) => engine.delete(bucket, keys),
  listUploads: (bucket, prefix) => engine.uploads(bucket, prefix),
  async abortUploads(uploads) {
    for (const { uploadId } of uploads) {
      await engine.abortUpload(uploadId).catch((error: unknown) => {
        const hasEnded = error instanceof UploadFault && error.code === 'upload-not-found';
        if (!hasEnded) throw error;
      });
    }
  },
});
