import { uuidV5 } from '../../events/ids.js';
import { refused, success, type Result } from '../../flow/result.js';
import type { Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { attemptBefore } from '../core/earlier-attempt.js';
import type { Intent } from '../core/intent.js';
import { depositStream, type FoldedDeposit } from '../deposit/deposit-stream.js';
import type { EditableMets } from '../workspace/deposit-mets.js';

/** What an earlier attempt of a request has already changed, which a repeat does not change again. */
export interface EarlierEdit {
  /** When it was: what was uploaded later is none of its business. */
  readonly at: Date;
  /** Whether the edit of the METS was recorded, if there was one. */
  readonly isRecorded: boolean;
}

/** The mark that a request leaves on the METS that it writes; null for a request that cannot be repeated. */
export const editMark = ({ commandId, requestSha256 }: Intent): string | null =>
  requestSha256 === undefined ? null : uuidV5(`${commandId}:${requestSha256}`);

/** The intent of a step of an edit. */
const stepOfEdit = (intent: Intent, step: string): Intent => ({
  ...intent,
  commandId: uuidV5(`${intent.commandId}:${step}`),
});

/** The intent by which the deletion of files is recorded, beginning with one of them. */
export const deletionStep = (intent: Intent, from: number): Intent => stepOfEdit(intent, `delete files from ${from}`);

/** The intent by which an edit is undone whose files could not be deleted. */
export const undoingStep = (intent: Intent): Intent => stepOfEdit(intent, 'describe again');

type Stored = Pick<EditableMets, 'mark' | 'lastModified'> | null;

/** The intent of the attempt that counts: that of the request, or another one after each that was undone. */
export const presentAttempt = (
  intent: Intent,
  { commands }: Pick<FoldedDeposit, 'commands'>,
  stored: Stored,
): Intent => {
  const undoing = undoingStep(intent);
  const isUndone = commands.find(undoing.commandId) !== null || (stored?.mark ?? '') === editMark(undoing);
  return isUndone ? presentAttempt(stepOfEdit(undoing, 'again'), { commands }, stored) : intent;
};

/**
 * What an earlier attempt of this request has changed; null where there was none. An attempt that ended before it was
 * recorded is known by its mark until the next edit. Refused with `idempotency-key-reused`.
 */
export const earlierEdit = async (
  { events }: Pick<Dependencies, 'events'>,
  intent: Intent,
  { state: { depositId }, commands }: FoldedDeposit,
  stored: Stored,
): Promise<Result<EarlierEdit | null, Refusal>> => {
  const { requestSha256: sha256 } = intent;
  if (sha256 === undefined) return success(null);
  const isMarked = stored?.mark === editMark(intent);
  const attempts = { stream: depositStream(depositId), commands, sha256 };
  const recorded = await attemptBefore(events, attempts, intent);
  const before = recorded ?? (await attemptBefore(events, attempts, deletionStep(intent, 0)));
  if (before === null) return success(isMarked ? { at: stored.lastModified, isRecorded: false } : null);
  if (!before.ok) return refused(before.refusal);
  const [first] = before.value;
  const at = new Date(first?.metadata.occurredAt ?? intent.at);
  return success({ at, isRecorded: recorded !== null || !isMarked });
};
