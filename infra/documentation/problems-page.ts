import { REFUSALS, type RefusalCode } from '../../commands/core/refusal-codes.js';
import { EventStoreFault, type EventStoreFaultCode } from '../../events/store.js';
import { ByteStoreFault, type ByteStoreFaultCode } from '../../formats/bytes.js';
import { faultAnswer, NO_OWN_FAULTS } from '../../gateways/http/fault-answer.js';
import { STATUS } from '../../gateways/service/refusal-answer.js';
import { markdownTable } from './markdown-table.js';

/** The remedy for each refusal. */
const REMEDIES: Readonly<Record<RefusalCode, string>> = {
  'deposit-not-found': 'Look the id up in the answer that opened the deposit.',
  'deposit-location-exists': 'Send the request again; another id is minted.',
  'deposit-locked': 'Ask the holder, or lock it with `force=true`.',
  'deposit-active-elsewhere': 'Finish, deactivate or delete the other deposit.',
  'deposit-not-in-error': 'Import or delete the deposit instead.',
  'deposit-has-live-job': 'Wait until the import job has ended.',
  'deposit-without-group': 'Name an archival group for the deposit (`PATCH`).',
  'deposit-has-import-job': 'Open another deposit for the next version.',
  'deposit-inactive': 'Activate the deposit, or open another one.',
  'deposit-closed': 'Wait until the deposit is new, or open another one for the next version.',
  'deposit-foreign': 'Ask the client whose bucket it is.',
  'credentials-unsafe': 'Use other S3 credentials. The operator takes an object store that refuses unsigned headers.',
  'deposit-changed': 'Send the request again.',
  'archival-group-mismatch': 'Name the archival group of the deposit in the job.',
  'not-an-archival-group': 'Choose another path.',
  'replaced-by-tombstone': 'Choose another path.',
  'name-unwritable': 'Leave the character out of the name.',
  'slug-reserved': 'Choose another name.',
  'resource-exists': 'Choose another path, or use what is there.',
  'ancestor-missing': 'Create the container first (`PUT /repository/…`).',
  'ancestor-not-container': 'Choose a path whose ancestors are containers.',
  'origin-not-in-deposit': 'Upload the file into the workspace of the deposit, and name it there.',
  'suppression-not-allowed': 'Send the job without `suppressActivityStreamEvent`.',
  'import-active': 'Wait until the other job has ended.',
  'object-not-as-recorded': 'The operator adopts the object (`npm run adopt`) or restores it; see auditing.md.',
  'deposit-exporting': 'Wait until the deposit is `new` (`GET /deposits/{id}`), or delete it.',
  'deposit-archiving':
    'Wait until the archive job has ended (`GET /depositArchiveJobs/{id}`); the problem names it. After that the deposit can be changed.',
  'deposit-not-archivable':
    'The detail has the reason. Deactivate the deposit, wait until it is old enough, or give a shorter `olderThan`.',
  'group-not-exportable': 'Correct the path; a group can be exported once an import has made its first version.',
  'version-not-found': 'Look at the versions of the group.',
  'version-without-mets': 'Export the newest version, or choose the template `None`.',
  'version-mismatch': 'Look at the versions of the group.',
  'export-active': 'Wait until the other export has ended, or delete its deposit.',
  'export-not-live': 'Look at the export: it has ended.',
  'destination-not-allowed': 'Choose a prefix that the operator allows (`MUNIMENT_EXPORT_DESTINATIONS`).',
  'import-not-live': 'Look at the result of the job: it has ended.',
  'import-committed': 'Wait until the job has ended; its version exists.',
  'lease-lost': 'Nothing: another worker continues.',
  'version-out-of-order': 'Look at the versions of the group, and make a new job.',
  'version-differs': 'The operator compares object and ledger (`npm run audit`).',
  'mets-incomplete': 'Record the file in the METS (`POST …/mets`), with a digest.',
  'deposit-inconsistent': 'Do what the detail says, and ask for the diff again.',
  'mets-etag-stale': 'Read the METS again, and send its ETag in `If-Match`.',
  'mets-race-lost': 'Read the METS again, see that the edit still fits, and send its new ETag.',
  'mets-not-found': 'Upload a METS, or open the deposit with a template.',
  'mets-not-editable': 'Edit the METS with the program that wrote it, and upload it.',
  'mets-edit-unsafe': 'The operator takes an object store that honours conditional writes.',
  'mets-unreadable': 'Do what the detail says, and upload the METS again.',
  'mets-edit-impossible': 'Do what the detail says.',
  'digests-unfinished': 'Send the same request again; it continues where it stopped.',
  'nothing-to-edit': 'Name paths that are in the workspace or in the METS.',
  'nothing-to-normalise': 'Nothing: there is no METS.',
  'edit-item-not-found': 'Leave the item out, or name it in `continueIfFail`.',
  'identity-service-not-set': 'The operator sets `MUNIMENT_IDENTITY_RECORDS` or `MUNIMENT_IDENTITY_SERVICE_URL`.',
  'identity-record-not-found': 'Look at schema and value; the record may have to be made first.',
  'identity-record-ambiguous': 'Name the record by its id (schema `id`).',
  'identity-record-unusable': 'Have the record corrected, or create the deposit without it (`POST /deposits`).',
  'idempotency-key-reused': 'Send another key with another request.',
};

/** The meaning of a fault, and its remedy. */
type Explanation = readonly [meaning: string, remedy: string];

const AGAIN = 'Send the same request again.';
const IN_THE_LOG = 'The operator finds the fault in the log by the id in the detail.';
const NO_ROOM: Explanation = ['There is no room left; nothing was changed.', 'The operator makes room.'];

const EVENT_STORE: Readonly<Record<EventStoreFaultCode, Explanation>> = {
  'append-too-large': ['A text of the request is longer than an event can hold.', 'Send a shorter text.'],
  'fact-not-encodable': ['An event could not be written.', IN_THE_LOG],
  'stream-name-invalid': ['An event was to be written to no stream.', IN_THE_LOG],
  'fact-not-decodable': ['An event of the log could not be read.', 'The operator runs a version that knows it.'],
  'store-full': NO_ROOM,
  'store-in-use': ['Another process has the data folder open.', 'The operator ends that process.'],
  'store-closed': ['The process ends.', IN_THE_LOG],
  'outcome-unknown': ['Nobody knows whether the event was written; the same request finds out.', AGAIN],
  'store-unavailable': ['The event store does not answer.', AGAIN],
};

const BYTE_STORE: Readonly<Record<ByteStoreFaultCode, Explanation>> = {
  'object-not-found': [
    'An object is gone that was there.',
    'The operator compares object and ledger (`npm run audit`).',
  ],
  'bucket-not-found': ['A bucket is gone.', 'The operator creates or restores it.'],
  'precondition-failed': ['An object was changed by another writer, where nobody else may write.', IN_THE_LOG],
  'digest-mismatch': ['Bytes arrived with another digest than they were sent with.', IN_THE_LOG],
  'key-refused': ['The object store refuses the key.', IN_THE_LOG],
  'range-unsatisfiable': ['A part of an object was asked for that it does not have.', IN_THE_LOG],
  'store-full': NO_ROOM,
  'store-denied': ['The object store denies access.', 'The operator gives the platform the rights that docs name.'],
  'outcome-unknown': ['Nobody knows whether the object was written; the same request finds out.', AGAIN],
  'store-unavailable': ['The object store does not answer.', AGAIN],
};

const nobody = { info: () => undefined, warn: () => undefined, error: () => undefined };

const faults = <Code extends string>(
  explanations: Readonly<Record<Code, Explanation>>,
  faultOf: (code: Code) => Error,
): string =>
  markdownTable(
    ['code', 'status', 'what it means', 'what to do'],
    (Object.keys(explanations) as Code[]).map((code) => [
      `\`${code}\``,
      String(faultAnswer(faultOf(code), NO_OWN_FAULTS, nobody, {}).status),
      ...explanations[code],
    ]),
  );

const refusals = (): string =>
  markdownTable(
    ['code', 'status', 'what it means', 'what to do'],
    (Object.keys(REFUSALS) as RefusalCode[]).map((code) => [
      `\`${code}\``,
      String(STATUS[code]),
      REFUSALS[code],
      REMEDIES[code],
    ]),
  );

/** The content of docs/problems.md: the catalogue of refusals and faults. */
export const problemsPage = (): string =>
  `# Refusals and faults

Generated by \`npm run docs\`. A **refusal** is an answer of the archive: the request breaks a rule, and its problem
document says which, and what to do. A **fault** is something of ours, or of a server, that does not work. The codes of
refusals stand in events and logs; those of faults in the log, under the id that a 5xx answer names.

## Refusals

${refusals()}

## Faults of the event store

${faults(EVENT_STORE, (code) => new EventStoreFault(code, code))}

## Faults of the object store

${faults(BYTE_STORE, (code) => new ByteStoreFault(code, code))}
`;
