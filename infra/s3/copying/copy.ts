import { ByteStoreFault } from '../../../formats/bytes.js';
import type { ByteStore, ObjectAddress, ObjectInfo, PutOptions, PutResult } from '../../../formats/bytes.js';
import type { Clients } from '../clients.js';
import { copyInParts } from './copy-in-parts.js';
import type { CopyPlan, CopySource } from './copy-plan.js';
import { singleCopier } from './single-copy.js';
import { asConditionalFault, asFault } from '../fault.js';
import { headObject } from '../head.js';
import { encodeMetadata } from '../put.js';
import { storedSha256 } from '../stored-sha256.js';
import { mustHold } from '../write-condition.js';

/** Sizes in bytes from which on a copy is made in parts, and of these parts. */
export interface CopyLimits {
  /** The largest object, in bytes, that one request copies. */
  readonly singleCopy: number;
  /** Bytes a part where a copy takes several. */
  readonly part: number;
}

type From = Parameters<ByteStore['copy']>[0];
type Options = NonNullable<Parameters<ByteStore['copy']>[2]>;

/**
 * Copies inside the store, pinned to the source as it was looked at, so that size and bytes belong together. A caller
 * that has looked already, and gives both the content type and the metadata or neither, spares the store a request.
 */
export const copier = (clients: Clients, limits: CopyLimits): ByteStore['copy'] => {
  const copySingle = singleCopier(clients);
  const copyWhole = async (plan: CopyPlan, onMoved: (bytes: number) => void): Promise<PutResult> => {
    const { etag, sha256 } = await copySingle(plan);
    const { source, to } = plan;
    return { etag, sha256: sha256 ?? (await storedSha256(clients.often, to, { etag, onMoved })), size: source.size };
  };
  const head: ByteStore['head'] = (at) => headObject(clients.often, at);
  const copyLarge = async (plan: CopyPlan, onMoved: (bytes: number) => void): Promise<PutResult> => {
    // What would be refused at the end is not copied.
    if (plan.onlyIf !== undefined) await mustHold({ head }, plan.to, plan.onlyIf);
    return copyInParts(clients, plan, { partSize: limits.part, onMoved });
  };
  return async (from, to, options = {}) => {
    const { onMoved = nothing, onlyIf } = options;
    const plan = { ...(await planOf(clients, from, to, options, limits)), onlyIf };
    try {
      return await (plan.source.size > limits.singleCopy ? copyLarge(plan, onMoved) : copyWhole(plan, onMoved));
    } catch (error) {
      if (onlyIf === undefined) throw asFault(error, 'write');
      const fault = asConditionalFault(error);
      // S3 says NoSuchKey also where an If-Match finds nothing at the destination.
      if (fault.code === 'object-not-found') await mustHold({ head }, to, onlyIf);
      throw fault;
    }
  };
};

const nothing = (): void => undefined;

const planOf = async (
  clients: Clients,
  from: From,
  to: ObjectAddress,
  options: Options,
  { singleCopy }: CopyLimits,
): Promise<CopyPlan> => {
  const known = knownSource(from);
  const { contentType, metadata } = options;
  const keeps = contentType === undefined && metadata === undefined;
  // An upload in parts takes nothing along by itself.
  if (known !== null && keeps && known.size <= singleCopy) return { source: known, to, replace: null };
  if (known !== null && contentType !== undefined && metadata !== undefined)
    return { source: known, to, replace: { contentType, metadata: encodeMetadata(metadata) } };
  const source = await lookAt(clients, from);
  return { source, to, replace: keeps && source.size <= singleCopy ? null : replacement(source, options) };
};

const knownSource = ({ bucket, key, etag, size }: From): CopySource | null =>
  etag === undefined || size === undefined ? null : { bucket, key, etag, size };

const lookAt = async ({ often }: Clients, { bucket, key, etag }: From): Promise<ObjectInfo> => {
  const source = await headObject(often, { bucket, key });
  if (source === null) throw new ByteStoreFault('object-not-found', `there is no object ${bucket}/${key}`);
  if (etag === undefined || etag === source.etag) return source;
  throw new ByteStoreFault('precondition-failed', `${bucket}/${key} has the entity tag ${source.etag}, not ${etag}`);
};

const replacement = (
  source: ObjectInfo,
  options: Pick<PutOptions, 'contentType' | 'metadata'>,
): CopyPlan['replace'] => ({
  contentType: options.contentType ?? source.contentType,
  metadata: encodeMetadata(options.metadata ?? source.metadata),
});
