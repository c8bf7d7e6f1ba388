import { basename, resolve } from 'node:path';
import { digestWithProgress } from './digest-files.js';
import type { LocalFile, LocalFolder } from './folder-inspection.js';
import { ensureContainers, readGroup, type Group } from './group-tree.js';
import { followImport, ownJob, requestImport, type ImportResult } from './import-deposit.js';
import { CommandFault } from './command-fault.js';
import { openOwnDeposit } from './own-deposit.js';
import { syncDeposit, type SyncPorts } from './sync-deposit.js';
import { inDeposit, isUnchanged, type Tree } from './sync-plan.js';

export interface PreserveRequest {
  readonly folder: string;
  readonly local: LocalFolder;
  /** Escaped segments of the group's repository path. */
  readonly segments: readonly string[];
  /** Display name of the group; the folder's own name for a new group when null. */
  readonly name: string | null;
}

export interface Preserved {
  readonly group: Group;
  /** Null when the folder was preserved before as it is. */
  readonly result: ImportResult | null;
}

const NOTHING: Tree = { files: new Map(), folders: new Set() };

/** How often the group is looked at anew because something ended meanwhile that an earlier run had begun. */
const ROUNDS = 5;

/** Makes an archival group hold a folder as it is now, taking up what an interrupted run has left. */
export const preserveFolder = async (ports: SyncPorts, request: PreserveRequest): Promise<Preserved> => {
  const { client, progress } = ports;
  progress.begin('Looking at the repository');
  await ensureContainers(client, request.segments);
  for (let round = 0; round < ROUNDS; round++) {
    const group = await readGroup(client, request.segments.join('/'));
    const result = await bringUpToDate(ports, request, group);
    if (result === 'look again') continue;
    const now = result === null ? group : await readGroup(client, request.segments.join('/'));
    if (now === null) throw new CommandFault('The archival group is not there after its import.');
    return { group: now, result };
  }
  throw new CommandFault('Someone else keeps changing this archival group; try again later.');
};

/** Files that the group has too, by their path in the deposit. */
const counterparts = (local: LocalFolder, { files }: Tree): Map<string, LocalFile> =>
  new Map(local.files.map((file) => [inDeposit(file.path), file] as const).filter(([path]) => files.has(path)));

const bringUpToDate = async (
  ports: SyncPorts,
  { folder, local, segments, name }: PreserveRequest,
  group: Group | null,
): Promise<ImportResult | null | 'look again'> => {
  const { client, progress } = ports;
  const held = group?.tree ?? NOTHING;
  const digests = await digestWithProgress(counterparts(local, held), progress);
  const isRenamed = name !== null && name !== group?.name;
  if (group !== null && !isRenamed && isUnchanged({ local, digests, held })) return null;

  const deposit = await openOwnDeposit(client, {
    path: segments.join('/'),
    archivalGroupName: name ?? (group === null ? basename(resolve(folder)) : null),
    head: group?.version ?? null,
  });
  if (deposit === null) return 'look again';
  const { job, earlier } = await ownJob(client, deposit);
  if (job !== null) {
    await followImport(ports, deposit, job);
    return 'look again'; // an earlier run's job: the folder may have changed since
  }
  await syncDeposit(ports, deposit, { local, digests, held });
  return followImport(ports, deposit, await requestImport(client, deposit, earlier));
};
