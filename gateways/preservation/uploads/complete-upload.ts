import { keepClaim } from '../../../commands/workspace/digests/keep-claim.js';
import { sharedWork } from '../../../flow/sharing/shared-work.js';
import { whenAborted } from '../../../flow/when-aborted.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { json, route, type Route } from '../../http/route.js';
import { depositUri } from '../../uris/uris.js';
import type { NamedPart, UploadAddress, WorkspaceUploads } from '../credentials/workspace-access.js';
import { NO_STORE } from '../credentials/no-store.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { openUpload, type UploadQuery } from './named-upload.js';
import { uploadRefusal } from './upload-refusals.js';

interface Completion {
  /** Of the whole, in hex. */
  readonly sha256: string;
  readonly parts: readonly NamedPart[];
}

const lower = <Named extends { readonly sha256: string }>(named: Named): Named => ({
  ...named,
  sha256: named.sha256.toLowerCase(),
});

type Joined = Awaited<ReturnType<WorkspaceUploads['complete']>>;

/** The same for the same completion. */
const keyOf = (upload: UploadAddress, parts: readonly NamedPart[], sha256: string): string =>
  digestBytes(JSON.stringify([upload, parts, sha256])).sha256;

/** A part with its ETag as the store gives it: clients may leave the quotation marks out, as S3 lets them. */
const stored = (part: NamedPart): NamedPart => ({ ...lower(part), etag: `"${part.etag.replaceAll('"', '')}"` });

/** The answer while the parts are still being joined. */
const JOINING = { status: 202, headers: { ...NO_STORE, 'Retry-After': '1' } };

/**
 * Makes the file of its parts, and keeps the SHA-256 of the whole as its client's claim where the store cannot compare it
 * (ADR 96). The same request may be sent again, and is where this takes longer than a request may.
 */
export const completeUpload = (on: DepositDependencies): Route => {
  const joining = sharedWork<Joined>();
  return route<UploadQuery, Completion>('completeUpload', async (call) => {
    const opened = await openUpload(on, call);
    if (!opened.ok) return opened.refusal;
    const { deposit, access, upload, path } = opened.value;
    const { depositId } = deposit;
    const { sha256 } = lower(call.body);
    const parts = call.body.parts.map(stored);
    const work = joining(keyOf(upload, parts, sha256), () => access.uploads.complete(upload, parts, sha256));
    const joined = await Promise.race([work, whenAborted(call.inTime()).then(() => null)]);
    if (joined === null) return JOINING;
    if (typeof joined === 'string') return uploadRefusal(joined);
    const { etag, size } = joined;
    const verified = joined.sha256 !== null;
    if (!verified) await keepClaim(on.dependencies, depositId, { key: upload.key, etag, size, sha256 });
    on.log.info('A file was uploaded in parts', {
      correlationId: call.correlationId,
      depositId,
      agent: call.actor.agent,
      uploadId: upload.uploadId,
      size,
      verified,
    });
    const uri = depositUri(on.baseUrls.preservation, depositId);
    return json(200, { type: 'UploadedFile', deposit: uri, path, size, etag, sha256, verified }, NO_STORE);
  });
};
