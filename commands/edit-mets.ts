import { createHash } from 'node:crypto';
import { ByteStoreFault, type ByteStore, type ObjectAddress } from '../formats/bytes.js';
import type { MetsAgents } from '../formats/mets/agents.js';
import type { MetsFailure } from '../formats/mets/mets-failure.js';
import { workInline, type MetsWork } from '../formats/mets/mets-work.js';
import { refuse, type Refusal } from './decider.js';
import { openDepositMets, type EditableMets } from './deposit-mets.js';
import { depositNotFound, lockedByOther } from './deposit/checks.js';
import type { Deposit } from './deposit/state.js';
import { etagAdvice, RACE_LOST_ADVICE } from './etag-advice.js';
import { askedBy, onDeposit } from './families.js';
import type { FilesRoot } from './import-diff/bag-layout.js';
import { holdsAny } from './list-workspace.js';
import { readDeposit } from './read-deposit.js';
import type { Intent, Services } from './services.js';

/** A path as callers may give it: slashes at either end are tolerated. */
export const barePath = (path: string): string => {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
};

/** A bare path relative to the METS root: in a bag a `data/` before it may be given or left out (companion 7.2). */
export const metsPath = (root: FilesRoot, path: string): string => {
  const bare = barePath(path);
  return root !== '' && bare.startsWith(root) ? bare.slice(root.length) : bare;
};

/** Whether a bare path can be that of something: no file or folder has an empty name. */
export const isPath = (path: string): boolean => path !== '' && !path.includes('//');

/** What an edit did to one item, and where (preservation 2.14). */
export interface EditedItem {
  readonly path: string;
  readonly isDir: boolean;
  readonly where: Whereabouts;
}

/** preservation 2.10. */
export type Whereabouts = 'Both' | 'Deposit' | 'Mets' | 'Extra' | 'Neither';

export interface EditRequest {
  readonly depositId: string;
  /** The ETag that the caller has seen, verbatim; null when none was sent. */
  readonly ifMatch: string | null;
}

/** A deposit whose METS the caller may edit now. */
export interface Editable {
  readonly deposit: Deposit;
  readonly stored: EditableMets | null;
  /** What the paths of the METS are relative to, itself relative to the deposit: `data/` in a bag, else empty. */
  readonly root: FilesRoot;
}

/** Whether an edit needs an ETag: whenever there is a METS, even where there is none, or not, but honours one. */
type EtagRule = 'where-there' | 'always' | 'where-given';

/**
 * The checks that every edit begins with, in the order that clients rely on (preservation 4.3, companion 7.1 and 7.2):
 * the deposit, the ETag, the lock.
 */
export const beginEdit = async (
  services: Services,
  intent: Intent,
  { depositId, ifMatch }: EditRequest,
  rule: EtagRule,
): Promise<Editable | Refusal> => {
  const deposit = await readDeposit(services.events, depositId);
  if (deposit === null) return depositNotFound(depositId);
  const stored = await openDepositMets(services.bytes, deposit);
  const etag = stored?.etag ?? null;
  if (misses(rule, etag, ifMatch))
    return { ...refuse('mets-etag-stale', etag ?? ''), advice: etagAdvice(etag, ifMatch) };
  const locked = lockedByOther(deposit, intent.actor.agent);
  if (locked !== null) return locked;
  if (!services.bytes.keepsConditions) return editUnsafe;
  const { bucket, prefix } = deposit.files;
  const isBag = await holdsAny(services.bytes, bucket, `${prefix}data/`);
  return { deposit, stored, root: isBag ? 'data/' : '' };
};

const misses = (rule: EtagRule, etag: string | null, ifMatch: string | null): boolean => {
  if (etag === null) return rule === 'always';
  return ifMatch !== etag && !(rule === 'where-given' && ifMatch === null);
};

/** Where the store ignores conditions, an edit could wipe out another's without either of them being told. */
const editUnsafe: Refusal = refuse(
  'mets-edit-unsafe',
  'The object store ignores conditional writes, so no METS can be edited here: the edit of somebody else could be lost.',
);

export const metsMissing = ({ files }: Deposit): Refusal =>
  refuse('mets-not-found', `No METS file in s3://${files.bucket}/${files.prefix}`);

/** Where work on a METS is done. */
export const metsWork = ({ mets = workInline }: Pick<Services, 'mets'>): MetsWork => mets;

/** Who counts as the platform. */
export const agentsOf = ({ metsAgent }: Pick<Services, 'metsAgent'>): MetsAgents => ({
  own: metsAgent.name,
  accepted: metsAgent.accepted,
});

/** A METS or an edit at fault, as the caller is told of it; nothing was written. */
export const failureRefusal = ({ fault, done }: MetsFailure): Refusal => {
  if (fault.code === 'mets-not-editable') return refuse(fault.code, fault.message);
  const isUnclear = done === null || fault.code === 'mets-path-twice';
  return refuse(isUnclear ? 'mets-unreadable' : 'mets-edit-impossible', fault.message);
};

const raceLost: Refusal = {
  ...refuse('mets-race-lost', 'Supplied ETag did not match METS'),
  advice: RACE_LOST_ADVICE,
};

/** What is done with the METS that an edit began with; a lost race where that is gone or another by now. */
export const orRaceLost = async <T>(work: () => Promise<T>): Promise<T | Refusal> => {
  try {
    return await work();
  } catch (error) {
    const isGone = error instanceof ByteStoreFault && ['precondition-failed', 'object-not-found'].includes(error.code);
    if (isGone) return raceLost;
    throw error;
  }
};

/** Stores the edited METS over the one that was read; answers its ETag, or that another writer was faster. */
export const storeMets = async (
  services: Services,
  { deposit, stored }: { readonly deposit: Deposit; readonly stored: Pick<EditableMets, 'path' | 'etag'> },
  body: Uint8Array,
): Promise<{ readonly etag: string } | Refusal> => {
  const at = { bucket: deposit.files.bucket, key: deposit.files.prefix + stored.path };
  const name = stored.path.slice(stored.path.lastIndexOf('/') + 1);
  const options = {
    contentType: 'application/xml',
    metadata: { 'original-name': encodeURIComponent(name) },
    onlyIf: { etag: stored.etag },
  };
  try {
    return await services.bytes.put(at, body, options);
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
    if (error.code === 'precondition-failed') return raceLost;
    const applied = error.code === 'outcome-unknown' ? await isStored(services.bytes, at, body) : null;
    if (applied === null) throw error;
    return applied;
  }
};

/** Whether a put whose answer was lost took effect: no two edits ever write the same bytes. */
const isStored = async (bytes: ByteStore, at: ObjectAddress, body: Uint8Array): Promise<{ etag: string } | null> => {
  const info = await bytes.head(at);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return info?.sha256 === sha256 ? { etag: info.etag } : null;
};

/** Notes on the deposit that its METS was edited. */
export const recordEdit = (
  services: Services,
  intent: Intent,
  edit: { readonly depositId: string; readonly etag: string; readonly recorded: number; readonly removed: number },
): ReturnType<typeof onDeposit> => onDeposit(services, intent, { type: 'RecordMets', ...edit, ...askedBy(intent) });
