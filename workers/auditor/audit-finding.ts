import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** One fault that an audit found, with OCFL's code (`E…`), or one of ours where OCFL has none. */
export interface AuditFinding {
  readonly code: string;
  /** Null where it belongs to no archival group. */
  readonly group: RepositoryPath | null;
  /** In the repository's bucket; the object root where it is about the whole object. */
  readonly key: string;
  readonly message: string;
  /** Null where there is nothing to compare. */
  readonly expected: string | null;
  readonly found: string | null;
}

/** Our own codes and their meanings; docs/auditing.md has the remedies. */
export const OWN_CODES = {
  'object-missing': 'The ledger has versions of the group, and no key of it is there.',
  'object-unknown': 'An object is there that no ledger knows.',
  'head-differs': 'The object is at another version than the ledger.',
  'version-missing': 'A version of the ledger has no inventory on the store.',
  'inventory-not-decided': 'An inventory is not the one that the ledger decided on.',
  'decided-inventory-lost': 'A version is decided and cannot be published: its inventory is nowhere.',
  'ledger-gap': 'The versions of the ledger do not follow one another.',
  'abandoned-content': 'A job that was abandoned has left a key behind.',
  'unreferenced-key': 'No inventory names a key below an object root.',
  'mutable-head': 'An object has a mutable head, whose content is in no version and is not served.',
  'key-unreadable': 'The store lists a key and does not give its bytes.',
  'content-size': 'Content does not have the size that was recorded.',
  'state-file-missing': 'A version has no state file.',
  'state-file-unreadable': 'A state file cannot be read.',
  'state-file-differs': 'A state file does not agree with its inventory or with the ledger.',
  'layout-file-missing': 'A file that describes the layout of the storage root is missing.',
  'layout-file-altered': 'A file that describes the layout of the storage root is not the one that was written.',
  'entry-missing': 'The path of a group has no entry, or one in a container that is gone.',
  'entry-unconfirmed': 'The entry of a group with versions still counts as a reservation.',
  'entry-without-group': 'A path has an entry for a group that has no version.',
  'reservation-left': 'A container keeps a name for a job that has failed.',
  'names-lost':
    'The index of the embedded object store was lost or is outdated: files lack their names, or names their files.',
  'view-differs': 'A read model has not consumed the facts that the event log has.',
} as const;

/** One of our own codes. */
export type OwnCode = keyof typeof OWN_CODES;
