import type { RefusalCode } from '../../commands/core/refusal-codes.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** Why an object is not adopted, besides refusals of commands; docs/auditing.md has the remedies. */
export const REASONS = {
  'object-unpublished': 'The object has no root inventory, so that none of its versions is complete.',
  'version-unpublished': 'A version has an inventory, and the root inventory does not have that version.',
  'mutable-head': 'The object has a mutable head (OCFL extension 0005), whose content is in no version.',
  'object-invalid': 'The object breaks a rule of OCFL in what it names.',
  'object-behind': 'The ledger has versions that the object does not have.',
  'history-differs': 'Ledger and object have different versions of one number.',
  'id-unreadable': 'The root inventory is not one, or has no id.',
  'id-foreign': 'The id is not one that the platform gives.',
  'place-differs': 'The object does not lie where its id belongs.',
  'version-unfit': 'The versions cannot be served as the platform counts them.',
  'path-unfit': 'A file has a path that the platform cannot serve.',
  'state-file-invalid': 'A state file cannot be read, or does not agree with the content.',
  'key-unreadable': 'The store lists a key and does not give its bytes.',
} as const;

/** A reason, without the object that it is about. */
export interface Reason {
  readonly code: keyof typeof REASONS | RefusalCode;
  readonly message: string;
}

export interface RejectedObject extends Reason {
  /** Null where the object does not give its group. */
  readonly group: RepositoryPath | null;
  readonly root: string;
}

export const isReason = (outcome: object): outcome is Reason => 'code' in outcome && 'message' in outcome;
