import type { Refusal } from '../../commands/core/decider.js';
import type { RefusalCode } from '../../commands/core/refusal-codes.js';
import type { Answer } from '../http/route.js';
import { problem, RETRY_AFTER } from '../http/answer/problem.js';
import { moment } from '../rendering/moment.js';
import { resourceUri } from '../uris/uris.js';

/** The HTTP status of every refusal. */
export const STATUS: Readonly<Record<RefusalCode, number>> = {
  'deposit-not-found': 404,
  'deposit-location-exists': 409,
  'deposit-locked': 409,
  'deposit-active-elsewhere': 409,
  'deposit-not-in-error': 400,
  'deposit-has-live-job': 409,
  'deposit-without-group': 400,
  'deposit-has-import-job': 409,
  'deposit-inactive': 409,
  'deposit-closed': 409,
  'deposit-foreign': 403,
  'credentials-unsafe': 422,
  'upload-not-found': 404,
  'upload-parts-wrong': 400,
  'upload-digest-wrong': 400,
  'file-not-found': 404,
  'deposit-changed': 409,
  'archival-group-mismatch': 400,
  'not-an-archival-group': 409,
  'replaced-by-tombstone': 410,
  'already-tombstone': 410,
  'not-a-container': 400,
  'container-not-deletable': 400,
  'resource-not-found': 404,
  'name-unwritable': 400,
  'slug-reserved': 400,
  'resource-exists': 409,
  'ancestor-missing': 409,
  'ancestor-not-container': 409,
  'origin-not-in-deposit': 400,
  'suppression-not-allowed': 400,
  'import-active': 409,
  'object-not-as-recorded': 409,
  'deposit-exporting': 409,
  'import-while-exporting': 400,
  'deposit-archiving': 409,
  'deposit-has-pipeline-run': 409,
  'deposit-infected': 422,
  'pipeline-bucket-not-default': 400,
  'pipeline-run-not-found': 404,
  'pipeline-run-ended': 409,
  'pipeline-run-reassigned': 409,
  'pipeline-status-not-allowed': 409,
  'deposit-not-archivable': 409,
  'group-not-exportable': 400,
  'version-not-found': 404,
  'version-without-mets': 400,
  'version-mismatch': 409,
  'export-active': 409,
  'export-not-live': 409,
  'destination-not-allowed': 400,
  'destination-not-empty': 409,
  'job-ended': 409,
  'job-running': 409,
  'job-held': 409,
  'job-not-held': 409,
  'job-not-ended': 409,
  'version-decided': 409,
  'removal-decided': 409,
  'import-not-live': 409,
  'import-committed': 409,
  'lease-lost': 409,
  'version-out-of-order': 409,
  'version-differs': 409,
  'mets-incomplete': 422,
  'file-named-as-folder': 422,
  'bag-incomplete': 422,
  'deposit-inconsistent': 400,
  'mets-etag-stale': 409,
  'mets-race-lost': 409,
  'structures-stale': 412,
  'mets-not-found': 404,
  'mets-not-editable': 422,
  'mets-edit-unsafe': 422,
  'mets-unreadable': 422,
  'mets-edit-impossible': 400,
  'digests-unfinished': 503,
  'moves-unfinished': 503,
  'nothing-to-edit': 400,
  'nothing-to-normalise': 400,
  'edit-item-not-found': 404,
  'identity-service-not-set': 501,
  'identity-record-not-found': 404,
  'identity-record-ambiguous': 409,
  'identity-record-unusable': 422,
  'job-of-kind-active': 409,
  'job-not-found': 404,
  'idempotency-key-reused': 400,
};

/** Titles that clients compare. */
const TITLE: Readonly<Partial<Record<RefusalCode, string>>> = {
  'mets-etag-stale': 'Conflict: ETag does not match deposit METS',
};

/**
 * A refusal as a problem document. An empty detail becomes null: there is no current ETag. A group that the detail is
 * about is named by its URI on the service at `base` (companion 17.1).
 */
export const refusalAnswer = (
  { code, detail: text, holder, advice, skipped, archivalGroup }: Refusal,
  base = '',
): Answer => {
  const title = TITLE[code];
  const detail = archivalGroup === undefined ? text : `${text} ${resourceUri(base, archivalGroup)}`;
  const content = {
    code,
    ...(title === undefined ? {} : { title }),
    detail: detail === '' ? null : detail,
    ...(holder === undefined ? {} : { holder: { ...holder, since: moment(holder.since) } }),
    ...(advice === undefined ? {} : { advice }),
    ...(skipped === undefined ? {} : { skipped }),
  };
  return problem(STATUS[code], content, STATUS[code] === 503 ? { 'Retry-After': RETRY_AFTER } : {});
};
