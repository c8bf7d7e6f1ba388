import { withinDeadline } from '../../flow/deadline.js';
import { factsSinceLast, readLog } from '../support/oracle/log-faults.js';
import { dataFaults } from '../support/oracle/rest-faults.js';
import { randomNumbers } from '../support/random/random-numbers.js';
import type { ModelState } from '../support/repository/group-model.js';
import { lastingClient } from './client.js';
import { deaths } from './deaths.js';
import { servedFolder } from './served-folder.js';
import type { FurtherWork } from './further-work.js';
import type { Incarnation } from './incarnation.js';
import type { KillPoint } from '../support/processes/kill-point.js';
import { postWork, type ShownDeposit, type PostedJob } from './post-work.js';
import type { Tally } from './tally.js';
import { nextWork, type Work } from './works.js';

export interface LaneOptions {
  readonly seed: number;
  readonly data: string;
  /** Of the platform, where they are not the usual ones of this suite. */
  readonly settings: Readonly<Record<string, string>>;
  readonly tally: Tally;
  /** What clients do with the versions of a group between its jobs. */
  readonly further: FurtherWork;
  /** The next step at which a process dies, of all lanes. */
  readonly nextPoint: () => KillPoint;
  /** Whether processes die nowhere else. */
  readonly onlyAtSteps: boolean;
  /** Whether another row of kills is wanted. */
  readonly goesOn: () => boolean;
}

interface Group {
  readonly path: string;
  /** The versions that there must be, oldest first. */
  readonly versions: ModelState[];
}

/** How many groups are worked at once, some of them new, and for how many kills in a row at most. */
const CLIENTS = 5;
const NEW_GROUPS = 2;
const MOST_KILLS = 10;
const LONGEST_MS = 300_000;
const LAST_WORDS = 60;

const within = <T>(what: string, work: Promise<T>): Promise<T> =>
  withinDeadline(work, { ms: LONGEST_MS, fault: () => new Error(`not within ${LONGEST_MS} ms: ${what}`) });

const killed = (incarnation: Incarnation): Incarnation['died'] => {
  incarnation.kill();
  return incarnation.died;
};

/**
 * Kills platform processes over one data folder in rows: clients begin jobs of all kinds for several groups, process
 * after process dies while they go on, and then one is left alive until all is done; it is killed at rest, and the
 * folder audited. Ends when no more is wanted or something is wrong, which the tally then tells.
 */
export const runLane = async (options: LaneOptions): Promise<void> => {
  const { seed, data, settings, tally, further, nextPoint, onlyAtSteps, goesOn } = options;
  const random = randomNumbers(seed);
  const newFacts = factsSinceLast(data);
  const log = readLog();
  const groups: Group[] = [];
  const containers = new Set<string>();
  const told: PostedJob[] = [];
  const trail: string[] = [];
  const served = servedFolder({ data, settings });
  const client = lastingClient(() => served.services());
  const nextDeath = deaths({ random, pace: () => served.pace(), nextPoint, onlyAtSteps });
  let row = 0;

  const groupsForRow = (): Group[] => {
    const left = [...groups];
    const chosen = Array.from({ length: Math.min(left.length, CLIENTS - NEW_GROUPS) }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    ).flat();
    while (chosen.length < CLIENTS) {
      const fresh: Group = { path: `fire/group ${groups.length + 1}`, versions: [] };
      groups.push(fresh);
      chosen.push(fresh);
    }
    return chosen;
  };

  const makeContainer = async (path: string): Promise<void> => {
    await client.ask({ method: 'PUT', path: `/repository/${path}`, key: path, wished: [201] });
    containers.add(path);
  };

  /** Imports from a deposit, from a new one for null. */
  const importOnce = async (
    { path, versions }: Group,
    job: { readonly work: Work; readonly token: string; readonly deletes: boolean },
    deposit: ShownDeposit | null,
  ): Promise<string[]> => {
    const { work, token } = job;
    const posted: PostedJob[] = [];
    const acknowledged = (each: PostedJob): void => {
      posted.push(each);
      told.push(each);
      tally.jobs += 1;
    };
    const faults = await postWork(client, { group: path, ...job, deposit, acknowledged });
    trail.push(`${token}: ${work.kind}`);
    if (faults.length > 0) return faults;
    if (posted[0]?.isCancelled === true) tally.cancelled += 1;
    if (work.after !== null && posted[0]?.preserved === true) {
      versions.push(work.after);
      tally.versions += 1;
    }
    return [];
  };

  /** One job after the other for one group; a client of its own. */
  const workThrough = async (group: Group, jobs: number, own: () => number): Promise<string[]> => {
    const { path, versions } = group;
    await makeContainer('fire');
    for (let number = 1; number <= jobs; number++) {
      const token = `row ${row} of ${path.slice('fire/'.length)}, job ${number}`;
      const work = nextWork(own, versions.at(-1) ?? null, token);
      const faults = await importOnce(group, { work, token, deletes: own() < 0.3 }, null);
      if (faults.length > 0) return faults;
      const more = await further.workOn(client, {
        group: path,
        token,
        versions,
        random: own,
        importFrom: (deposit, each, its) => importOnce(group, { work: each, token: its, deletes: false }, deposit),
      });
      if (more.length > 0) return more;
    }
    return [];
  };

  /** Lets processes die until there were enough, or the clients are done. */
  const killInARow = async (kills: number, work: Promise<unknown>): Promise<void> => {
    const state = { done: false };
    const done = (): void => void (state.done = true);
    const over = work.then(done, done);
    for (let kill = 1; kill <= kills && !state.done; kill++) {
      const death = nextDeath();
      const incarnation = served.live(death);
      const how = await within('a death', Promise.race([incarnation.died, over.then(() => killed(incarnation))]));
      const isStep = how === 'at its step' && death.at !== undefined;
      const when = isStep
        ? `${death.at.moment} ${death.at.step}`
        : `${Math.round(death.afterMs)} ms after ${death.from}`;
      if (isStep) tally.atSteps.set(when, (tally.atSteps.get(when) ?? 0) + 1);
      else tally.atRandom += 1;
      tally.kills += 1;
      trail.push(`kill ${kill} of row ${row}: ${when}`);
    }
  };

  const killAtRest = async (incarnation: Incarnation): Promise<void> => {
    await within('rest', incarnation.settle());
    await killed(incarnation);
    tally.kills += 1;
    tally.atRest += 1;
  };

  const runRow = async (): Promise<string[]> => {
    row += 1;
    const chosen = groupsForRow();
    const kills = 1 + Math.floor(random() * MOST_KILLS);
    const made = makeContainer('fire').then(() => makeContainer(`fire/row-${row}`));
    const work = Promise.all([
      made.then(() => []),
      ...chosen.map((group) =>
        workThrough(group, 1 + Math.floor(random() * 3), randomNumbers(Math.floor(random() * 2 ** 32))),
      ),
    ]);
    await killInARow(kills, work);
    const last = served.live(null);
    const faults = (await within('the end of the work', Promise.race([work, last.died.then(() => [])]))).flat();
    await killAtRest(last);
    return [...faults, ...(await audited())];
  };

  /** What is wrong with what clients were told. */
  const toldFaults = (): string[] => {
    const known = new Set(told.map(({ resultId }) => resultId));
    const emptied = ({ depositId }: PostedJob): number => log.count('DepositWorkspaceEmptied', depositId);
    return [
      ...told.flatMap((job) => log.lost(job).map((fault) => `${job.work.kind} of ${job.group}: ${fault}`)),
      ...told
        .filter((job) => emptied(job) !== (job.deleted ? 1 : 0))
        .map(({ depositId, group }) => `deposit ${depositId} of ${group} was not deleted as it should`),
      ...log
        .results()
        .filter((resultId) => !known.has(resultId))
        .map((resultId) => `job ${resultId} was queued, and nobody was told of it`),
      ...[...containers]
        .filter((path) => log.count('ContainerCreated', path) !== 1)
        .map((path) => `container ${path} was acknowledged and is lost`),
    ];
  };

  /** All that is wrong with the data folder, which nobody holds. */
  const audited = async (): Promise<string[]> => {
    const facts = await newFacts();
    log.take(facts);
    const wanted = new Map(groups.map(({ path, versions }) => [path, versions]));
    return [
      ...(await dataFaults(data, { groups: wanted, log })),
      ...toldFaults(),
      ...((await further.auditRow?.(data, facts)) ?? []),
    ];
  };

  const violated = (faults: readonly string[]): void => {
    const where = `lane with seed ${seed}, row ${row}, data folder ${data}`;
    tally.violations.push(where, ...trail.slice(-LAST_WORDS), ...faults);
  };

  try {
    while (goesOn()) {
      const faults = await runRow();
      if (faults.length > 0) {
        violated(faults);
        return;
      }
      tally.schedules += 1;
    }
    const faults = await further.audit(data);
    if (faults.length > 0) violated(faults);
  } catch (error) {
    violated([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  }
};
