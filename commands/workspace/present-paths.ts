import type { ByteStore } from '../../formats/bytes.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Deposit } from '../deposit/state.js';
import { readHeadOfGroup } from '../reads/read-group.js';
import type { DepositMets } from './deposit-mets.js';
import { pathInPayload } from './bag-layout.js';

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
