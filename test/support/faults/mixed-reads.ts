import { Readable } from 'node:stream';
import type { ByteStore, ObjectAddress, ObjectInfo } from '../../../formats/bytes.js';

/** Which of what a store tells comes from the version before the one whose entity tag it gives. */
export type MixedPart = 'bytes' | 'bytes and checksum' | 'bytes, without any checksum';

export const EVERY_MIXED: readonly MixedPart[] = ['bytes', 'bytes and checksum', 'bytes, without any checksum'];

interface MixedReads {
  readonly mixed: MixedPart;
  /** How many reads are mixed; then it gives what belongs together. */
  readonly times: number;
  /** The version before: its bytes, and what was told of it. */
  readonly before: { readonly info: ObjectInfo; readonly bytes: Buffer };
  /** The object as any other says; entity tags that are no digests, as stores have that encrypt. */
  readonly opaque?: boolean;
}

const opaqueTag = (etag: string): string => `"${Buffer.from(etag).toString('base64url')}"`;

/** A store whose reads of one object race its writes: bytes of one version under the entity tag of the next. */
export const mixedReads = <Store extends ByteStore>(
  store: Store,
  at: ObjectAddress,
  { mixed, times, before, opaque = false }: MixedReads,
): Store & { readonly reads: () => number } => {
  let reads = 0;
  const isIt = ({ bucket, key }: ObjectAddress): boolean => bucket === at.bucket && key === at.key;
  const told = (info: ObjectInfo): ObjectInfo => ({
    ...info,
    etag: opaque ? opaqueTag(info.etag) : info.etag,
    sha256: mixed === 'bytes, without any checksum' ? null : info.sha256,
  });
  return {
    ...store,
    reads: () => reads,
    async head(address) {
      const info = await store.head(address);
      return info !== null && isIt(address) ? told(info) : info;
    },
    async get(address, options) {
      if (!isIt(address)) return store.get(address, options);
      const { info, stream } = await store.get(address, opaque ? {} : options);
      reads += 1;
      if (reads > times) return { info: told(info), stream };
      stream.destroy();
      const { size } = before.info;
      const sha256 = mixed === 'bytes and checksum' ? before.info.sha256 : info.sha256;
      return { info: told({ ...info, size, sha256 }), stream: Readable.from([before.bytes]) };
    },
  };
};
