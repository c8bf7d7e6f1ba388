import { eicar } from '../../infra/tools/clamav/eicar.js';
import { escapePath } from '../../formats/paths/repository-path.js';
import { standIns } from '../support/tools/stand-in.js';
import { WORKSPACE } from '../support/oracle/at-rest.js';
import { idOf, shownOnce, type Client } from './client.js';
import type { FurtherWork, PreservedGroup } from './further-work.js';
import { outputFaults } from './output-faults.js';
import { depositsFaults, type RunDeposit } from './pipeline-faults.js';
import type { ShownDeposit } from './post-work.js';
import { runLogAudit } from './run-log-audit.js';
import { toolsLeft } from './tools-left.js';
import type { Tally } from './tally.js';
import { nextWork } from './works.js';

interface ShownRun {
  readonly jobId: string;
  readonly status: string;
  readonly errors: readonly { readonly message: string }[] | null;
  readonly dateFinished: string | null;
  readonly counts: { readonly identified: number } | null;
}

/** How a run is brought to its end: by its worker, by a report from outside, or by the deletion of its deposit. */
type RunEnd = 'worked' | 'forced' | 'deleted';

/** The settings of a platform whose tools are played by others, written into a folder. */
export const toolSettings = (folder: string): Readonly<Record<string, string>> => ({
  MUNIMENT_TOOL_PATH: standIns(folder, 'sf', 'clamscan', 'exiftool'),
  MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
});

/** The files of a deposit: two are the same, and in most of them one has a virus. */
const firstFiles = (random: () => number, token: string): [string, string][] => [
  ['objects/a letter.txt', `${token}\n`],
  ['objects/the same letter.txt', `${token}\n`],
  ['objects/odd #1: 50%.txt', ''],
  ['objects/drafts/😀.txt', random() < 0.7 ? eicar() : `${token}, a draft\n`],
];

/** What a deposit has whose runs must fail, since there is nothing for them to look at. */
const NO_OBJECT: readonly [string, string][] = [['notes.txt', 'There is no object.\n']];

/** The changes between two runs: no file is the same as another one afterwards. */
const laterFiles = (token: string, run: number): [string, string][] => [
  ['objects/the same letter.txt', `${token}, another letter\n`],
  [`objects/added for run ${run}.txt`, `${token}, run ${run}\n`],
];

/** What is uploaded before a run. The files of a bag stay as its manifest has them. */
const filesFor = (
  { isEmpty, root }: RunDeposit,
  number: number,
  { random, token }: PreservedGroup,
): readonly [string, string][] => {
  if (isEmpty) return NO_OBJECT;
  if (number === 1) return firstFiles(random, token);
  return root === '' ? laterFiles(token, number) : [];
};

const hasEnded = ({ status }: ShownRun): boolean => status.startsWith('completed');

/** Creates a deposit of a group. */
const openDeposit = async (client: Client, { group, token, versions, random }: PreservedGroup): Promise<RunDeposit> => {
  const dice = random();
  const template = dice < 0.2 ? 'None' : dice < 0.45 ? 'BagIt' : 'RootLevel';
  const body = { archivalGroup: `/repository/${escapePath(group)}`, template };
  const key = `${token} deposit`;
  const made = await client.ask<ShownDeposit>({ method: 'POST', path: '/deposits', body, key, wished: [201] });
  const root = template === 'BagIt' ? 'data/' : '';
  const there = [...(versions.at(-1)?.binaries ?? [])].map(([path, { sha256 }]) => [path, sha256] as const);
  const [depositId, shown] = [idOf(made.body.id), made.body];
  return {
    depositId,
    shown,
    root,
    inherited: new Map(there),
    isEmpty: template === 'None',
    files: new Map(),
    runs: [],
    ends: new Map(),
    asWorked: false,
    deleted: false,
  };
};

const upload = async (client: Client, deposit: RunDeposit, files: readonly [string, string][]): Promise<void> => {
  const prefix = `deposits/${deposit.depositId}/${deposit.root}`;
  await Promise.all(files.map(([path, text]) => client.upload({ bucket: WORKSPACE, key: prefix + path }, text)));
  for (const [path, text] of files) deposit.files.set(path, text);
};

/** Waits for the last run of a deposit, and answers all of its runs. */
const runsOnce = (
  client: Client,
  { depositId }: RunDeposit,
  isOver: (run: ShownRun) => boolean,
): Promise<readonly ShownRun[]> =>
  shownOnce<readonly ShownRun[]>(client, { path: `/deposits/${depositId}/pipelinerunjobs` }, (runs) => {
    const last = runs.at(-1);
    return last !== undefined && (isOver(last) || hasEnded(last));
  });

/** Ends a run from outside once it has come to any of its states, or leaves it to its worker. */
const intervene = async (
  client: Client,
  deposit: RunDeposit,
  ending: RunEnd,
  preserved: PreservedGroup,
): Promise<void> => {
  if (ending === 'worked') return;
  const { depositId } = deposit;
  const { random, token } = preserved;
  const state = ['waiting', 'processing', 'metadataCreated'][Math.floor(random() * 3)];
  const run = (await runsOnce(client, deposit, ({ status }) => status === state)).at(-1)!;
  if (ending === 'forced') {
    const body = { id: run.jobId, depositId, status: 'completedWithErrors', errors: 'Forced.' };
    const key = `${token} forced ${run.jobId}`;
    await client.ask({ method: 'POST', path: '/deposits/pipeline-status', body, key, wished: [204, 409] });
    return;
  }
  await client.ask({ method: 'DELETE', path: `/deposits/${depositId}`, wished: [204, 404] });
  deposit.deleted = true;
};

/** Whether a run has ended as it may: one that is also ended from outside may have been completed before. */
const isExpected = ({ status, errors, counts }: ShownRun, { files, isEmpty }: RunDeposit, ending: RunEnd): boolean => {
  const isCompleted = status === 'completed' && errors === null && counts?.identified === files.size;
  const hasFailed = status === 'completedWithErrors' && errors?.length === 1;
  if (ending !== 'worked') return isCompleted || hasFailed;
  return isEmpty ? hasFailed : isCompleted;
};

/** What is wrong with a deposit after a run: its lock, and the outputs of a run that was completed. */
const afterwardsFaults = async (client: Client, deposit: RunDeposit): Promise<string[]> => {
  const { depositId, asWorked } = deposit;
  const request = { method: 'GET', path: `/deposits/${depositId}`, wished: [200] };
  const { lockedBy } = (await client.ask<{ readonly lockedBy: string | null }>(request)).body;
  const locked = lockedBy === null ? [] : [`it is locked by ${lockedBy} after a run`];
  if (!asWorked) return locked;
  await client.ask({ method: 'GET', path: `/deposits/${depositId}/importjobs/diff`, wished: [200] });
  return [...locked, ...outputFaults(await client.contents(WORKSPACE, `deposits/${depositId}/`), deposit)];
};

/** What is wrong with runs that have ended: none of them may change any more. Notes how they ended. */
const changeFaults = ({ ends }: RunDeposit, runs: readonly ShownRun[]): string[] =>
  runs.flatMap(({ jobId, status, errors, dateFinished }) => {
    const end = JSON.stringify({ status, errors, dateFinished });
    const before = ends.get(jobId) ?? end;
    ends.set(jobId, end);
    return before === end ? [] : [`run ${jobId} had ended as ${before}, and is ${end}`];
  });

/** Waits for the end of the last run; answers what is wrong with it. */
const endFaults = async (client: Client, deposit: RunDeposit, ending: RunEnd): Promise<string[]> => {
  const runs = await runsOnce(client, deposit, hasEnded);
  const last = runs.at(-1)!;
  deposit.runs.push(last.jobId);
  deposit.asWorked = last.status === 'completed';
  const faults = changeFaults(deposit, runs);
  if (runs.length !== deposit.runs.length) faults.push(`it has ${runs.length} runs, not ${deposit.runs.length}`);
  if (!isExpected(last, deposit, ending)) faults.push(`a run to be ${ending} is ${JSON.stringify(last)}`);
  return ending === 'deleted' ? faults : [...faults, ...(await afterwardsFaults(client, deposit))];
};

/** Has a run worked on a deposit; answers what is wrong with its end. */
const runOnce = async (client: Client, deposit: RunDeposit, preserved: PreservedGroup): Promise<string[]> => {
  const { depositId } = deposit;
  const { random, token } = preserved;
  const own = `${token} run ${deposit.runs.length + 1}`;
  if (random() < 0.5)
    await client.ask({ method: 'POST', path: `/deposits/${depositId}/lock`, key: `${own} lock`, wished: [204] });
  await client.ask({ method: 'POST', path: `/deposits/${depositId}/pipeline`, key: own, wished: [204] });
  const dice = random();
  const ending = dice < 0.65 ? 'worked' : dice < 0.85 ? 'forced' : 'deleted';
  await intervene(client, deposit, ending, preserved);
  return endFaults(client, deposit, ending);
};

/** How many runs a deposit has, at most. */
const MOST_RUNS = 3;

/**
 * Pipeline runs on new deposits, some of which are locked, are bags or have no file. Some runs are ended from outside,
 * some deposits deleted meanwhile; the others are imported from afterwards, or deleted.
 */
export const pipelineWork = (tally: Tally, toolFolder: string): FurtherWork => {
  const deposits: RunDeposit[] = [];
  const logAudit = runLogAudit();
  const runAll = async (client: Client, deposit: RunDeposit, preserved: PreservedGroup): Promise<string[]> => {
    const { random } = preserved;
    const times = 1 + Math.floor(random() * MOST_RUNS);
    for (let number = 1; number <= times && !deposit.deleted; number++) {
      await upload(client, deposit, filesFor(deposit, number, preserved));
      const faults = await runOnce(client, deposit, preserved);
      tally.runs += 1;
      if (faults.length > 0) return faults;
    }
    return [];
  };
  return {
    async workOn(client, preserved) {
      const { group, token, versions, random, importFrom } = preserved;
      const deposit = await openDeposit(client, preserved);
      deposits.push(deposit);
      const faults = await runAll(client, deposit, preserved);
      if (faults.length > 0) return faults.map((fault) => `deposit ${deposit.depositId} of ${group}: ${fault}`);
      if (deposit.deleted) return [];
      const work = nextWork(random, versions.at(-1) ?? null, token);
      if (random() < 0.6) return importFrom(deposit.shown, work, `${token} import`);
      await client.ask({ method: 'DELETE', path: `/deposits/${deposit.depositId}`, wished: [204, 404] });
      deposit.deleted = true;
      return [];
    },
    async auditRow(data, facts) {
      const acknowledged = deposits.flatMap(({ runs }) => runs);
      return [...(await logAudit(data, facts, acknowledged)), ...(await toolsLeft(toolFolder))];
    },
    audit: (data) => depositsFaults(data, deposits),
  };
};
