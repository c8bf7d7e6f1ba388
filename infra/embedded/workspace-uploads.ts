import { ByteStoreFault } from '../../formats/bytes.js';
import { base64FromHex, sha256FromBase64 } from '../../formats/digests/sha256-text.js';
import type { WorkspaceUploads } from '../../gateways/preservation/credentials/workspace-access.js';
import { UploadFault, type ObjectEngine } from './s3-server/s3-server.js';

type UploadRefusal = 'not-found' | 'wrong-parts' | 'wrong-digest';

/** What a fault of the engine says of an upload; null for any other error. */
const refusalOf = (error: unknown): UploadRefusal | null => {
  if (error instanceof UploadFault) return error.code === 'upload-not-found' ? 'not-found' : 'wrong-parts';
  return error instanceof ByteStoreFault && error.code === 'digest-mismatch' ? 'wrong-digest' : null;
};

/** The result of `work`, or what it was refused with. */
const orRefusal = async <T>(work: () => Promise<T>): Promise<T | UploadRefusal> => {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refusal;
  }
};

/** Multipart uploads in the engine, which compares the SHA-256 of the whole and keeps it. */
export const engineUploads = (
  engine: ObjectEngine,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
): WorkspaceUploads => {
  const isThere = async (uploadId: string, key: string): Promise<boolean> => {
    const upload = await engine.upload(uploadId);
    return upload?.bucket === bucket && upload.key === key;
  };
  return {
    async begin(key, { contentType, metadata }) {
      const attributes = { contentType, headers: {}, metadata };
      const options = { attributes, algorithm: 'SHA256', checksumType: 'COMPOSITE' } as const;
      return (await engine.beginUpload({ bucket, key }, options)).uploadId;
    },
    async list() {
      const begun = await engine.uploads(bucket, prefix);
      return begun.map(({ key, uploadId, initiated }) => ({ key, uploadId, begun: initiated }));
    },
    async parts({ key, uploadId }) {
      if (!(await isThere(uploadId, key))) return null;
      const parts = await orRefusal(() => engine.parts(uploadId));
      if (typeof parts === 'string') return null;
      return parts.map(({ number, size, etag, checksums }) => ({
        ...{ number, size, etag },
        sha256: sha256FromBase64(checksums.SHA256 ?? ''),
      }));
    },
    async complete({ key, uploadId }, parts, sha256) {
      const whole = base64FromHex(sha256);
      const joined = (await isThere(uploadId, key))
        ? await orRefusal(() => engine.completeUpload(uploadId, parts, { whole }))
        : 'not-found';
      const done = joined === 'not-found' ? await engine.head({ bucket, key }) : joined;
      if (typeof done === 'string') return done;
      return done?.sha256 === sha256 ? { etag: done.etag, size: done.size, sha256 } : 'not-found';
    },
    async abort({ key, uploadId }) {
      if (await isThere(uploadId, key)) await orRefusal(() => engine.abortUpload(uploadId));
    },
  };
};
