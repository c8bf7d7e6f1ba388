import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { changeRefusal, depositNotFound } from '../deposit/checks.js';
import type { Deposit } from '../deposit/state.js';
import { foldDeposit } from '../deposit/deposit-stream.js';
import { type FilesRoot, holdsAny } from '../workspace/workspace-files.js';
import type { Whereabouts } from '../workspace/combined-tree.js';
import { openDepositMets, type EditableMets } from '../workspace/deposit-mets.js';
import { earlierEdit, presentAttempt, type EarlierEdit } from './earlier-edit.js';
import { etagAdvice } from './etag-advice.js';
import { refused, success, type Result } from '../../flow/result.js';

/** What an edit did to one item, and where (preservation 2.14). */
export interface EditedItem {
  readonly path: string;
  readonly isDir: boolean;
  readonly where: Whereabouts;
}

export interface EditRequest {
  readonly depositId: string;
  /** The value of If-Match, verbatim; null when none was sent. */
  readonly ifMatch: string | null;
}

/** A deposit whose METS the caller may edit now. */
export interface Editable {
  readonly deposit: Deposit;
  readonly stored: EditableMets | null;
  /** The folder that the paths of the METS are relative to: `data/` in a bag, else the deposit itself. */
  readonly root: FilesRoot;
  /** What an earlier attempt of the same request has changed; null for the first one. */
  readonly earlier: EarlierEdit | null;
  /** Of this attempt. */
  readonly intent: Intent;
}

/** Whether an edit needs an ETag: if there is a METS; also without a METS; or only compares one that was sent. */
type EtagRule = 'where-there' | 'always' | 'where-given';

/**
 * The checks that every edit begins with, in the order that clients rely on (preservation 4.3, companion 7.1 and 7.2):
 * the deposit, the ETag, the lock. A request that was carried out before is not asked for the last two again.
 */
export const beginEdit = async (
  dependencies: Dependencies,
  given: Intent,
  { depositId, ifMatch }: EditRequest,
  rule: EtagRule,
): Promise<Result<Editable, Refusal>> => {
  const folded = await foldDeposit(dependencies.events, depositId);
  if (folded === null) return refused(depositNotFound(depositId));
  const deposit = folded.state;
  const stored = await openDepositMets(dependencies.bytes, deposit);
  const intent = presentAttempt(given, folded, stored);
  const earlier = await earlierEdit(dependencies, intent, folded, stored);
  if (!earlier.ok) return earlier;
  if (earlier.value === null) {
    const etag = stored?.etag ?? null;
    if (isStale(rule, etag, ifMatch))
      return refused({ ...refuse('mets-etag-stale', etag ?? ''), advice: etagAdvice(etag, ifMatch) });
    const refusal = changeRefusal(deposit, intent.actor.agent);
    if (refusal !== null) return refused(refusal);
  }
  if (!dependencies.bytes.keepsConditions) return refused(editUnsafe);
  const { bucket, prefix } = deposit.files;
  const isBag = await holdsAny(dependencies.bytes, bucket, `${prefix}data/`);
  return success({ deposit, stored, root: isBag ? 'data/' : '', earlier: earlier.value, intent });
};

const isStale = (rule: EtagRule, etag: string | null, ifMatch: string | null): boolean => {
  if (etag === null) return rule === 'always';
  return ifMatch !== etag && !(rule === 'where-given' && ifMatch === null);
};

/** Without conditional writes, an edit could overwrite another one unnoticed. */
const editUnsafe: Refusal = refuse(
  'mets-edit-unsafe',
  'The object store ignores conditional writes, so no METS can be edited here: the edit of somebody else could be lost.',
);

export const metsMissing = ({ files }: Deposit): Refusal =>
  refuse('mets-not-found', `No METS file in s3://${files.bucket}/${files.prefix}`);
