import { keepClaim } from '../../../commands/workspace/keep-claim.js';
import { json, route, type Route } from '../../http/route.js';
import { depositUri } from '../../uris/uris.js';
import type { NamedPart } from '../credentials/workspace-access.js';
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

/** A part with its ETag as the store gives it: clients may leave the quotation marks out, as S3 lets them. */
const stored = (part: NamedPart): NamedPart => ({ ...lower(part), etag: `"${part.etag.replaceAll('"', '')}"` });

/**
 * Makes the file of its parts, and keeps the SHA-256 of the whole as its client's claim where the store cannot compare it
 * (ADR 96). The same request may be sent again.
 */
export const completeUpload = (on: DepositDependencies): Route =>
  route<UploadQuery, Completion>('completeUpload', async (call) => {
    const opened = await openUpload(on, call);
    if (!opened.ok) return opened.refusal;
    const { deposit, access, upload, path } = opened.value;
    const { depositId } = deposit;
    const { sha256 } = lower(call.body);
    const joined = await access.uploads.complete(upload, call.body.parts.map(stored), sha256);
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
