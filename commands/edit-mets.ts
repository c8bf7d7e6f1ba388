import { createHash } from 'node:crypto';
import { ByteStoreFault, type ByteStore, type ObjectAddress } from '../formats/bytes.js';
import { MetsFault } from '../formats/mets/fault.js';
import { openMets, type MetsEditor } from '../formats/mets/mets-editor.js';
import { XmlFault } from '../formats/xml/fault.js';
import { refuse, type Refusal } from './decider.js';
import { readDepositMets, type DepositMets } from './deposit-mets.js';
import { bagRefusal } from './diff-deposit.js';
import { depositNotFound, lockedByOther } from './deposit/checks.js';
import type { Deposit } from './deposit/state.js';
import { askedBy, onDeposit } from './families.js';
import { holdsAny } from './list-workspace.js';
import { readDeposit } from './read-deposit.js';
import type { Intent, Services } from './services.js';

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
  readonly stored: DepositMets | null;
}

/**
 * The checks that every edit begins with, in the order that clients rely on (preservation 4.3, companion 7.1 and 7.2):
 * the deposit, the ETag, the lock. `always` is for edits that need an ETag even where there is no METS.
 */
export const beginEdit = async (
  services: Services,
  intent: Intent,
  { depositId, ifMatch }: EditRequest,
  always: boolean,
): Promise<Editable | Refusal> => {
  const deposit = await readDeposit(services.events, depositId);
  if (deposit === null) return depositNotFound(depositId);
  const stored = await readDepositMets(services.bytes, deposit.files);
  const etag = stored?.etag ?? null;
  const misses = etag === null ? always : ifMatch !== etag;
  if (misses) return refuse('mets-etag-stale', etag ?? '');
  const locked = lockedByOther(deposit, intent.actor.agent);
  if (locked !== null) return locked;
  if (!services.bytes.keepsConditions) return editUnsafe;
  const { bucket, prefix } = deposit.files;
  return (await holdsAny(services.bytes, bucket, `${prefix}data/`)) ? bagRefusal(depositId) : { deposit, stored };
};

/** Where the store ignores conditions, an edit could wipe out another's without either of them being told. */
const editUnsafe: Refusal = refuse(
  'mets-edit-unsafe',
  'The object store ignores conditional writes, so that a METS cannot be edited here without the danger of losing another edit.',
);

export const metsMissing = ({ files }: Deposit): Refusal =>
  refuse('mets-not-found', `No METS file in s3://${files.bucket}/${files.prefix}`);

/** Opens the METS for editing, or tells why it cannot be edited. */
export const editorOf = (stored: DepositMets, { metsAgent }: Pick<Services, 'metsAgent'>): MetsEditor | Refusal => {
  try {
    return openMets(stored.bytes, { own: metsAgent.name, accepted: metsAgent.accepted });
  } catch (error) {
    if (error instanceof MetsFault && error.code === 'mets-not-editable') return refuse(error.code, error.message);
    if (error instanceof MetsFault || error instanceof XmlFault) return refuse('mets-unreadable', error.message);
    throw error;
  }
};

/** Runs edits of the open document; a METS at fault becomes a refusal, and nothing was written. */
export const attempt = (edit: () => void): Refusal | null => {
  try {
    edit();
    return null;
  } catch (error) {
    if (error instanceof MetsFault || error instanceof XmlFault) return refuse('mets-edit-impossible', error.message);
    throw error;
  }
};

/** Stores the edited METS over the one that was read; answers its ETag, or that another writer was faster. */
export const storeMets = async (
  services: Services,
  { deposit, stored }: { readonly deposit: Deposit; readonly stored: DepositMets },
  editor: MetsEditor,
): Promise<{ readonly etag: string } | Refusal> => {
  const at = { bucket: deposit.files.bucket, key: deposit.files.prefix + stored.path };
  const body = editor.toBytes(services.now());
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
    if (error.code === 'precondition-failed') {
      return refuse('mets-race-lost', 'Supplied ETag did not match METS');
    }
    const applied = error.code === 'outcome-unknown' ? await isStored(services.bytes, at, body) : null;
    if (applied === null) throw error;
    return applied;
  }
};

/** Whether a put whose answer was lost took effect: no two edits ever write the same bytes. */
const isStored = async (bytes: ByteStore, at: ObjectAddress, body: Buffer): Promise<{ etag: string } | null> => {
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
