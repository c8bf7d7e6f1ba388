import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { ByteStoreFault, ifThere, type ObjectAddress } from '../../formats/bytes.js';
import type { ComparedMets } from '../../formats/mets/compared-mets.js';
import {
  workInline,
  type MetsOrder,
  type MetsResult,
  type MetsSource,
  type MetsWork,
} from '../../formats/mets/mets-work.js';
import type { MetsAgents } from '../../formats/mets/model/agents.js';
import { readWhole } from '../../formats/read-whole.js';
import { success } from '../../flow/result.js';
import type { Dependencies } from '../core/dependencies.js';
import { readDeposit } from '../deposit/deposit-stream.js';
import { workspaceFileAddress, type Store } from './change-token.js';
import { dropKept } from './kept-objects.js';

/** In bytes: a smaller METS is read again in less than half a second. */
const LEAST = 8 * 1024 * 1024;

/** The format of the file; a file of another format is replaced. */
const SCHEMA = '2';

/** User metadata of the file: the METS that it is about, and its format. */
const OF = 'of-mets';
const FORMAT = 'format';

const addressOf = (store: Store, depositId: string): ObjectAddress =>
  workspaceFileAddress(store, `${depositId}.compared`);

interface Kept {
  readonly agents: MetsAgents;
  readonly mets: ComparedMets;
}

/**
 * The work on the METS of a deposit, which reads what is compared of a large one only once for all processes (ADR 116): whoever
 * reads it keeps what it found in the store, under the SHA-256 of the METS and for the same agents. Only for a METS whose
 * locations are paths, so that what they mean does not depend on what is in the workspace.
 */
export const withKeptComparison =
  (
    on: Pick<Dependencies, 'bytes' | 'places' | 'mets' | 'holder' | 'events' | 'removal'>,
    depositId: string,
  ): MetsWork =>
  async (task, source, order, holder) => {
    const { mets: work = workInline } = on;
    const sha256 = task === 'compare' ? sha256ToKeep(source, order) : null;
    if (sha256 === null) return work(task, source, order, holder);
    const { agents } = order as MetsOrder<'compare'>;
    const kept = await findKept(on, depositId, sha256);
    if (kept !== null && isDeepStrictEqual(kept.agents, agents)) return success(kept.mets) as MetsResult<typeof task>;
    const said = await work(task, source, order, holder);
    const { ok, value } = said as { readonly ok: boolean; readonly value: ComparedMets };
    if (ok) await keep(on, depositId, sha256, { agents, mets: value });
    return said;
  };

const sha256ToKeep = ({ size, sha256 }: MetsSource, { present }: MetsOrder<'compare'>): string | null =>
  size < LEAST || present !== undefined ? null : sha256;

/** Null where nothing is kept of that METS, or it cannot be read by this process. */
const findKept = async (store: Store, depositId: string, sha256: string): Promise<Kept | null> => {
  const at = addressOf(store, depositId);
  const info = await store.bytes.head(at);
  if (info?.metadata[OF] !== sha256 || info.metadata[FORMAT] !== SCHEMA) return null;
  const { etag } = info;
  const file = await ifThere(() => readWhole(store.bytes, at, { etag })).catch(nothingWhereReplaced);
  try {
    return file === null ? null : (deserialize(file.bytes) as Kept);
  } catch {
    return null; // written by a newer version of Node.js
  }
};

const nothingWhereReplaced = (error: unknown): null => {
  if (error instanceof ByteStoreFault && error.code === 'precondition-failed') return null;
  throw error;
};

/** Ignores a ByteStoreFault: the next reader reads the METS again. */
const keep = async (
  on: Parameters<typeof dropKept>[0] & Pick<Dependencies, 'events'>,
  depositId: string,
  sha256: string,
  kept: Kept,
): Promise<void> => {
  try {
    await on.bytes.put(addressOf(on, depositId), serialize(kept), { metadata: { [OF]: sha256, [FORMAT]: SCHEMA } });
    // Delete it again where the deposit was deleted before it was stored.
    if ((await readDeposit(on.events, depositId)) === null) await dropKept(on, depositId);
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
  }
};
