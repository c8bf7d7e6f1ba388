import { isReplaced, ByteStoreFault, type ByteStore, type ObjectAddress } from '../../formats/bytes.js';
import { uuidV5 } from '../../events/ids.js';
import { sha256InSlices } from '../../formats/digests/sha256-in-slices.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { onDeposit } from '../deposit/deposit-stream.js';
import type { Deposit } from '../deposit/state.js';
import type { EditableMets } from '../workspace/deposit-mets.js';
import { RACE_LOST_ADVICE } from './etag-advice.js';
import { runInSlices } from '../../flow/slices.js';
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

/** Stores the edited METS over the one that was read and answers its ETag; refused with `mets-race-lost`. */
export const storeMets = async (
  dependencies: Dependencies,
  { deposit, stored }: { readonly deposit: Deposit; readonly stored: Pick<EditableMets, 'path' | 'etag'> },
  body: Uint8Array,
): Promise<Result<{ readonly etag: string }, Refusal>> => {
  const at = { bucket: deposit.files.bucket, key: deposit.files.prefix + stored.path };
  const name = stored.path.slice(stored.path.lastIndexOf('/') + 1);
  const options = {
    contentType: 'application/xml',
    metadata: { 'original-name': encodeURIComponent(name) },
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

/** Records on the deposit which files of a bag are going to be deleted. */
export const recordDeletion = async (
  dependencies: Dependencies,
  intent: Intent,
  { depositId, paths }: { readonly depositId: string; readonly paths: readonly string[] },
): Promise<void> => {
  for (let from = 0; from < paths.length; from += PATHS) {
    const step = { ...intent, commandId: uuidV5(`${intent.commandId}:delete files from ${from}`) };
    const command = { type: 'RecordFilesDeleted', depositId, paths: paths.slice(from, from + PATHS) } as const;
    await onDeposit(dependencies, step, command);
  }
};

/** Records on the deposit that its METS was edited. */
export const recordEdit = (
  dependencies: Dependencies,
  intent: Intent,
  edit: { readonly depositId: string; readonly etag: string; readonly recorded: number; readonly removed: number },
): ReturnType<typeof onDeposit> => onDeposit(dependencies, intent, { type: 'RecordMets', ...edit });
