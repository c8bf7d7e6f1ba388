import type { MetsAgents } from '../../formats/mets/model/agents.js';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import { workInline } from '../../formats/mets/mets-work.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { refused, type Result } from '../../flow/result.js';
import type { ByteStore } from '../../formats/bytes.js';
import type { Deposit } from '../deposit/state.js';
import { readHeadOfGroup } from '../reads/read-group.js';
import type { DepositMets } from './deposit-mets.js';
import { pathInPayload } from './workspace-files.js';

/** The function that does work on a METS for the holder; by default in the calling thread. */
export const metsWork =
  ({ mets = workInline, holder }: Pick<Dependencies, 'mets' | 'holder'>): typeof workInline =>
  (task, source, order) =>
    mets(task, source, order, holder);

/** The agents whose METS the platform may edit. */
export const agentsOf = ({ metsAgent }: Pick<Dependencies, 'metsAgent'>): MetsAgents => ({
  own: metsAgent.name,
  accepted: metsAgent.accepted,
});

/** The result of work on a METS, with its failure as a refusal. */
export const orFailureRefusal = <T>(result: Result<T, MetsFailure>): Result<T, Refusal> =>
  result.ok ? result : refused(failureRefusal(result.refusal));

/** The refusal for a METS that cannot be read or edited, or for an impossible edit; nothing was written. */
export const failureRefusal = ({ fault, done }: MetsFailure): Refusal => {
  if (fault.code === 'mets-not-editable') return refuse(fault.code, fault.message);
  const isUnclear = done === null || fault.code === 'mets-path-twice';
  return refuse(isUnclear ? 'mets-unreadable' : 'mets-edit-impossible', fault.message);
};

/** Paths relative to the files to preserve, for files with these paths in a workspace. */
export const payloadPaths = (paths: readonly string[]): ReadonlySet<string> => {
  const filesRoot = paths.some((path) => path.startsWith('data/')) ? 'data/' : '';
  return new Set(paths.map((path) => pathInPayload(path, filesRoot)));
};

/** The paths of the files in a workspace, relative to the files to preserve, listed now. */
export const listPayload = async (bytes: ByteStore, files: Deposit['files']): Promise<ReadonlySet<string>> => {
  const paths: string[] = [];
  for await (const { key } of bytes.list(files.bucket, files.prefix)) paths.push(key.slice(files.prefix.length));
  return payloadPaths(paths);
};

/**
 * The files that the locations of a deposit's METS may mean: those in its workspace, and in its archival group.
 * Undefined for the METS that the platform wrote, whose locations are paths. Rejects as reading does.
 */
export const presentPaths = async (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  { files, archivalGroup, editedMets }: Pick<Deposit, 'files' | 'archivalGroup' | 'editedMets'>,
  { etag }: Pick<DepositMets, 'etag'>,
): Promise<ReadonlySet<string> | undefined> => {
  if (etag === editedMets) return undefined;
  const [inWorkspace, head] = await Promise.all([
    listPayload(dependencies.bytes, files),
    archivalGroup === null ? null : readHeadOfGroup(dependencies, archivalGroup),
  ]);
  return new Set([...inWorkspace, ...(head?.state.binaries.keys() ?? [])]);
};
