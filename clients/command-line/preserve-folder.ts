import { parsePath } from '../../formats/paths/repository-path.js';
import { CommandFault } from './command-fault.js';
import { folderChange, type ComparedFile, type Difference } from './group/folder-change.js';
import type { LocalFolder } from './folder/folder-inspection.js';
import {
  ensureContainers,
  groupAfter,
  missingContainers,
  readGroup,
  versionNumber,
  type Group,
  type GroupSummary,
} from './group/group-tree.js';
import { followImport, ownJob, requestImport } from './deposit/import-deposit.js';
import type { PreservationClient } from '../api/preservation-client.js';
import type { Deposit, ImportResult } from '../api/resources.js';
import { endDeposit, type EndedDeposit } from './deposit/end-deposit.js';
import { openOwnDeposit } from './deposit/own-deposit.js';
import { STEPS } from './output/steps.js';
import { lookWithTools, type ToolFindings } from './deposit/look-with-tools.js';
import { syncDeposit, type SyncPorts } from './deposit/sync-deposit.js';
import { filesInDeposit, isUnchanged, OBJECTS, type Tree } from './deposit/sync-plan.js';

export interface PreserveRequest {
  readonly local: LocalFolder;
  /** The SHA-256 of all local files in lower-case hex, by their paths in the deposit; the files are read once. */
  readonly digests: () => Promise<ReadonlyMap<string, string>>;
  /** Escaped segments of the group's repository path. */
  readonly segments: readonly string[];
  /** Display name of the group; null to leave the present one. */
  readonly name: string | null;
  /** Display name of a new group, where `name` is null. */
  readonly defaultName: string;
  /** The message of the version. */
  readonly message?: string | null;
  /** Whether the tools look at the files before the import. */
  readonly tools?: boolean;
  /** Whether the files stay in the workspace of the deposit. */
  readonly keepWorkspace?: boolean;
}

/** What is told of the work while it goes on; what rejects ends it, before anything is changed that is preserved. */
export interface PreserveListener {
  /** Before anything is changed. */
  readonly differs?: (difference: Difference) => Promise<void>;
  /** Before a version is made of files at which the tools have looked. */
  readonly found?: (found: ToolFindings, version: number) => Promise<void>;
  /** A job makes the version. */
  readonly imports?: (job: ImportResult) => void;
}

export interface PreservePorts extends SyncPorts {
  readonly listener?: PreserveListener;
}

export interface PreserveResult {
  readonly group: GroupSummary;
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
  const { client, progress } = ports;
  const deposits: EndedDeposit[] = [];
  for (let rounds = 0; rounds < ROUNDS; rounds++) {
    progress.begin(STEPS.looking);
    await missingContainers(client, request.segments); // throws where they cannot be created
    const group = await readGroup(client, request.segments.join('/'));
    const round = await bringUpToDate(ports, request, group);
    deposits.push(...round.deposits);
    if (round.over === null) continue;
    return { group: await groupNow(client, request, group, round.over.result), ...round.over, deposits };
  }
  throw new CommandFault(`${parsePath(request.segments.join('/'))} keeps changing. No version was made.`, {
    code: 'group-changing',
    next: 'the same again later',
  });
};

/** The group after a round; the same as before where nothing was imported. */
const groupNow = async (
  client: PreservationClient,
  { segments }: PreserveRequest,
  before: Group | null,
  result: ImportResult | null,
): Promise<GroupSummary> => {
  const path = segments.join('/');
  if (result !== null) return groupAfter(client, path, before, result);
  if (before === null)
    throw new CommandFault('The archival group cannot be found, although nothing was to be imported.');
  return before;
};

/** The group as a comparison needs it. */
export type HeldGroup = Pick<Group, 'tree' | 'sizes' | 'version' | 'name'>;

const depositorsFiles = (
  digests: ReadonlyMap<string, string | null>,
  sizeOf: (path: string) => number | undefined,
): Map<string, ComparedFile> => {
  const below = [...digests].filter(([path]) => path.startsWith(`${OBJECTS}/`));
  return new Map(
    below.map(([path, sha256]) => [path.slice(OBJECTS.length + 1), { size: sizeOf(path) ?? 0, sha256 }] as const),
  );
};

/** The difference that preserving a folder would make. */
export const compareWithGroup = (
  { local, name }: Pick<PreserveRequest, 'local' | 'name'>,
  digests: ReadonlyMap<string, string>,
  group: HeldGroup | null,
): Difference => {
  const held = group?.tree ?? NOTHING;
  const files = filesInDeposit(local);
  const isRenamed = name !== null && name !== group?.name;
  return {
    change: folderChange({ local, digests, held }),
    head: group === null ? null : versionNumber(group.version),
    before: depositorsFiles(held.files, (path) => group?.sizes.get(path)),
    after: depositorsFiles(digests, (path) => files.get(path)?.size),
    isOther: group === null || isRenamed || !isUnchanged({ local, digests, held }),
  };
};

interface Round extends Pick<PreserveResult, 'deposits'> {
  /** Null where the group must be read again, since work of an earlier run has ended. */
  readonly over: Pick<PreserveResult, 'result' | 'found'> | null;
}

const bringUpToDate = async (ports: PreservePorts, request: PreserveRequest, group: Group | null): Promise<Round> => {
  const { client, listener } = ports;
  const { segments, name, message = null } = request;
  const digests = await request.digests();
  const difference = compareWithGroup(request, digests, group);
  if (!difference.isOther) return { over: { result: null, found: null }, deposits: [] };
  await listener?.differs?.(difference);
  await ensureContainers(client, segments);
  const archivalGroupName = name ?? (group === null ? request.defaultName : null);
  const wanted = { path: segments.join('/'), archivalGroupName, head: group?.version ?? null, message };
  const deposit = await openOwnDeposit(client, wanted);
  if (deposit === null) return { over: null, deposits: [] };
  const version = (difference.head ?? 0) + 1;
  return makeVersion(ports, deposit, { request, digests, held: group?.tree ?? NOTHING, version });
};

/** Has the platform make a version of a deposit, and ends the deposit. */
const makeVersion = async (ports: PreservePorts, deposit: Deposit, filling: Filling): Promise<Round> => {
  const { client, listener } = ports;
  const { request, version } = filling;
  const { job, earlier } = await ownJob(client, deposit);
  const end = async (made: ImportResult): Promise<{ readonly result: ImportResult; readonly ended: EndedDeposit }> => {
    listener?.imports?.(made);
    const result = await followImport(ports, deposit, made, version);
    return { result, ended: await endDeposit(ports, deposit, request.keepWorkspace === true) };
  };
  // The job of an earlier run: the folder may have changed since.
  if (job !== null) return { over: null, deposits: [(await end(job)).ended] };
  const found = await fillDeposit(ports, deposit, filling);
  if (found !== null) await listener?.found?.(found, version);
  const { result, ended } = await end(await requestImport(client, deposit, earlier));
  return { over: { result, found }, deposits: [ended] };
};

interface Filling {
  readonly request: PreserveRequest;
  readonly digests: ReadonlyMap<string, string>;
  readonly held: Tree;
  /** The number of the version that is made. */
  readonly version: number;
}

/**
 * Fills the deposit, and has the tools look at it where that is wanted. They look at all files, so that their report is
 * about the whole version: all of them are uploaded then.
 */
const fillDeposit = async (
  ports: PreservePorts,
  deposit: Deposit,
  { request: { local, tools = false }, digests, held }: Filling,
): Promise<ToolFindings | null> => {
  await syncDeposit(ports, deposit, { local, digests, held: tools ? NOTHING : held });
  return tools ? lookWithTools(ports, deposit) : null;
};
