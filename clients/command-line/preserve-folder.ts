import { basename, resolve } from 'node:path';
import { parsePath } from '../../formats/paths/repository-path.js';
import { CommandFault } from './command-fault.js';
import { digestWithProgress } from './folder/digest-files.js';
import type { Difference } from './output/dry-run-text.js';
import { folderChange, maybeRenamed, type FolderChange } from './group/folder-change.js';
import type { LocalFile, LocalFolder } from './folder/folder-inspection.js';
import { ensureContainers, missingContainers, readGroup, type Group } from './group/group-tree.js';
import { followImport, ownJob, requestImport } from './deposit/import-deposit.js';
import type { Deposit, ImportResult } from '../api/resources.js';
import { endDeposit, type EndedDeposit } from './deposit/end-deposit.js';
import { openOwnDeposit } from './deposit/own-deposit.js';
import { questionAbout, type Approve } from './output/question.js';
import { STEPS } from './output/steps.js';
import { lookWithTools, type ToolFindings } from './deposit/look-with-tools.js';
import { syncDeposit, type SyncPorts, type SyncSource } from './deposit/sync-deposit.js';
import { inDeposit, isUnchanged, type Tree } from './deposit/sync-plan.js';

export interface PreserveRequest {
  readonly folder: string;
  readonly local: LocalFolder;
  /** Escaped segments of the group's repository path. */
  readonly segments: readonly string[];
  /** Display name of the group; the folder's own name for a new group when null. */
  readonly name: string | null;
  /** The message of the version. */
  readonly message?: string | null;
  /** Whether the tools look at the files before the import. */
  readonly tools?: boolean;
  /** Whether the files stay in the workspace of the deposit. */
  readonly keepWorkspace?: boolean;
}

export interface PreservePorts extends SyncPorts {
  /** Asked before an unusual change; every change is approved when absent. */
  readonly approve?: Approve;
}

export interface PreserveResult {
  readonly group: Group;
  /** Null when the folder is unchanged since it was preserved. */
  readonly result: ImportResult | null;
  /** What the tools found; null where they did not look. */
  readonly found: ToolFindings | null;
  /** Those whose import ended well, also that of an earlier run, in their order. */
  readonly deposits: readonly EndedDeposit[];
}

const NOTHING: Tree = { files: new Map(), folders: new Set() };

/** How often the group is read again because work of an earlier run ended meanwhile. */
const ROUNDS = 5;

/** Brings an archival group to the present state of a folder, and continues an interrupted run. */
export const preserveFolder = async (ports: PreservePorts, request: PreserveRequest): Promise<PreserveResult> => {
  const { client } = ports;
  const deposits: EndedDeposit[] = [];
  for (let rounds = 0; rounds < ROUNDS; rounds++) {
    const group = await readTarget(ports, request);
    const round = await bringUpToDate(ports, request, group);
    deposits.push(...round.deposits);
    if (round.over === null) continue;
    const now = round.over.result === null ? group : await readGroup(client, request.segments.join('/'));
    if (now === null) throw new CommandFault('The archival group is not there after its import.');
    return { group: now, ...round.over, deposits };
  }
  throw new CommandFault('Someone else keeps changing this archival group; try again later.');
};

/** The changes that preserving a folder would make; changes nothing. */
export const previewFolder = async (
  ports: Pick<SyncPorts, 'client' | 'progress'>,
  request: PreserveRequest,
): Promise<Difference> => {
  const group = await readTarget(ports, request);
  const { change } = await compare(ports, request, group);
  const path = parsePath(request.segments.join('/'));
  const wanted = wantedName(request, group);
  return {
    path,
    version: group?.version ?? null,
    change,
    name: wanted === group?.name ? null : wanted,
    question: questionAbout({ path, local: request.local, isNew: group === null }, change),
  };
};

const readTarget = async (
  { client, progress }: Pick<SyncPorts, 'client' | 'progress'>,
  { segments }: PreserveRequest,
): Promise<Group | null> => {
  progress.begin(STEPS.looking);
  await missingContainers(client, segments); // throws where they cannot be created
  return readGroup(client, segments.join('/'));
};

/** The display name of the request; null to leave the present one. */
const wantedName = ({ name, folder }: PreserveRequest, group: Group | null): string | null =>
  name ?? (group === null ? basename(resolve(folder)) : null);

/** Local files that the group has, too, by their path in the deposit. */
const counterparts = (local: LocalFolder, { files }: Tree): Map<string, LocalFile> =>
  new Map(local.files.map((file) => [inDeposit(file.path), file] as const).filter(([path]) => files.has(path)));

interface Comparison {
  /** Of local files, by their path in the deposit. */
  readonly digests: ReadonlyMap<string, string>;
  readonly change: FolderChange;
}

const compare = async (
  { progress }: Pick<SyncPorts, 'progress'>,
  { local }: PreserveRequest,
  group: Group | null,
): Promise<Comparison> => {
  const held = group?.tree ?? NOTHING;
  const candidates = maybeRenamed({ local, held }, group?.sizes ?? new Map());
  const digests = await digestWithProgress(new Map([...counterparts(local, held), ...candidates]), progress);
  return { digests, change: folderChange({ local, digests, held }) };
};

interface Round extends Pick<PreserveResult, 'deposits'> {
  /** Null where the group must be read again, since work of an earlier run has ended. */
  readonly over: Pick<PreserveResult, 'result' | 'found'> | null;
}

const bringUpToDate = async (ports: PreservePorts, request: PreserveRequest, group: Group | null): Promise<Round> => {
  const { client, approve } = ports;
  const { local, segments, name, message = null } = request;
  const held = group?.tree ?? NOTHING;
  const { digests, change } = await compare(ports, request, group);
  const isRenamed = name !== null && name !== group?.name;
  if (group !== null && !isRenamed && isUnchanged({ local, digests, held }))
    return { over: { result: null, found: null }, deposits: [] };

  const path = segments.join('/');
  const question = questionAbout({ path: parsePath(path), local, isNew: group === null }, change);
  if (question !== null) await approve?.(question);
  await ensureContainers(client, segments);
  const archivalGroupName = wantedName(request, group);
  const deposit = await openOwnDeposit(client, { path, archivalGroupName, head: group?.version ?? null, message });
  if (deposit === null) return { over: null, deposits: [] };
  const { job, earlier } = await ownJob(client, deposit);
  const end = async (): Promise<EndedDeposit[]> => [await endDeposit(ports, deposit, request.keepWorkspace === true)];
  if (job !== null) {
    await followImport(ports, deposit, job);
    return { over: null, deposits: await end() }; // the job of an earlier run: the folder may have changed since
  }
  const found = await fillDeposit(ports, deposit, { local, digests, held, tools: request.tools === true });
  const result = await followImport(ports, deposit, await requestImport(client, deposit, earlier));
  return { over: { result, found }, deposits: await end() };
};

/**
 * Fills the deposit, and has the tools look at it where that is wanted. They look at all files, so that their report is
 * about the whole version: all of them are uploaded then.
 */
const fillDeposit = async (
  ports: PreservePorts,
  deposit: Deposit,
  { held, tools, ...source }: SyncSource & { readonly tools: boolean },
): Promise<ToolFindings | null> => {
  await syncDeposit(ports, deposit, { ...source, held: tools ? NOTHING : held });
  return tools ? lookWithTools(ports, deposit) : null;
};
