import { isReplaced, ByteStoreFault, type ByteStore, type ObjectAddress } from '../../formats/bytes.js';
import { sha256InSlices } from '../../formats/digests/sha256-in-slices.js';
import { latest, refuse, written, type CommandResult, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { onDeposit } from '../deposit/deposit-stream.js';
import type { Deposit } from '../deposit/state.js';
import { EDIT_MARK, type EditableMets } from '../workspace/deposit-mets.js';
import { deletionStep, editMark, type EarlierEdit } from './earlier-edit.js';
import { RACE_LOST_ADVICE } from './etag-advice.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { refused, success, type Result } from '../../flow/result.js';

const raceLost: Refusal = {
  ...refuse('mets-race-lost', 'Supplied ETag did not match METS'),
  advice: RACE_LOST_ADVICE,
};

/**
 * Does work on the METS that an edit began with; refused with `mets-race-lost` where it was replaced or deleted since.
 */
export const orRaceLost = async <T>(work: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> => {
  try {
    return await work();
  } catch (error) {
    if (isReplaced(error)) return refused(raceLost);
    throw error;
  }
};

interface StoredOver {
  readonly deposit: Deposit;
  readonly stored: Pick<EditableMets, 'path' | 'etag'>;
}

/** Stores the edited METS over the one that was read and answers its ETag; refused with `mets-race-lost`. */
export const storeMets = async (
  dependencies: Dependencies,
  intent: Intent,
  { deposit, stored }: StoredOver,
  body: Uint8Array,
): Promise<Result<{ readonly etag: string }, Refusal>> => {
  const at = { bucket: deposit.files.bucket, key: deposit.files.prefix + stored.path };
  const name = stored.path.slice(stored.path.lastIndexOf('/') + 1);
  const mark = editMark(intent);
  const options = {
    contentType: 'application/xml',
    metadata: { 'original-name': encodeURIComponent(name), ...(mark === null ? {} : { [EDIT_MARK]: mark }) },
    onlyIf: { etag: stored.etag },
  };
  try {
    return success(await dependencies.bytes.put(at, body, options));
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
    if (error.code === 'precondition-failed') return refused(raceLost);
    const applied = error.code === 'outcome-unknown' ? await isStored(dependencies.bytes, at, body) : null;
    if (applied === null) throw error;
    return success(applied);
  }
};

/** The ETag if a put without an answer took effect, else null: no two edits write the same bytes. */
const isStored = async (bytes: ByteStore, at: ObjectAddress, body: Uint8Array): Promise<{ etag: string } | null> => {
  const info = await bytes.head(at);
  return info?.sha256 === (await runInSlices(sha256InSlices(body))) ? { etag: info.etag } : null;
};

/** How many paths a fact has room for. */
const PATHS = 200;

/**
 * Records on the deposit which files of a bag are going to be deleted. `isNoted` also records that there are none, so
 * that a repeat finds that something was deleted.
 */
export const recordDeletion = async (
  dependencies: Dependencies,
  intent: Intent,
  { depositId, paths, isNoted }: { readonly depositId: string; readonly paths: readonly string[]; isNoted: boolean },
): Promise<void> => {
  for (let from = 0; from < paths.length || (isNoted && from === 0); from += PATHS) {
    const step = deletionStep(intent, from);
    const command = { type: 'RecordFilesDeleted', depositId, paths: paths.slice(from, from + PATHS) } as const;
    await onDeposit(dependencies, step, command);
  }
};

interface Edit {
  /** The METS to store; null where nothing changes. */
  readonly bytes: Uint8Array | null;
  /** How many entries it has taken over or lost. */
  readonly recorded: number;
  readonly removed: number;
}

/**
 * Stores the METS of an edit and records it; answers the ETag of the METS. What an earlier attempt of the request has
 * stored is not stored again, and what it has recorded is not recorded again. Refused with `mets-race-lost`.
 */
export const saveEdit = async (
  dependencies: Dependencies,
  intent: Intent,
  { deposit, stored, earlier }: StoredOver & { readonly earlier: EarlierEdit | null },
  { bytes, recorded, removed }: Edit,
): Promise<CommandResult<{ readonly etag: string }>> => {
  const isDone = earlier === null ? bytes === null : earlier.isRecorded;
  if (isDone) return written({ etag: stored.etag }, null);
  const { etag } = stored;
  const saved =
    earlier === null && bytes !== null
      ? await storeMets(dependencies, intent, { deposit, stored }, bytes)
      : success({ etag });
  if (!saved.ok) return saved;
  const edit = { depositId: deposit.depositId, etag: saved.value.etag, recorded, removed };
  return written(saved.value, latest(await recordEdit(dependencies, intent, edit)));
};

/** Records on the deposit that its METS was edited. */
const recordEdit = (
  dependencies: Dependencies,
  intent: Intent,
  edit: { readonly depositId: string; readonly etag: string; readonly recorded: number; readonly removed: number },
): ReturnType<typeof onDeposit> => onDeposit(dependencies, intent, { type: 'RecordMets', ...edit });
