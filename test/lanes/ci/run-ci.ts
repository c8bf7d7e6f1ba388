import { evidenceReport } from './evidence-report.js';
import { budgetTable, type Spent } from './budget-table.js';
import { BEGIN_MINUTES, BESIDE_MINUTES } from '../catalogue.js';
import { keepLog } from '../keep-log.js';
import { hasSpecs, type Lane } from '../lane.js';
import { runLane, runSpecLane } from '../run-lane.js';
import type { LaneResult } from '../run-specs.js';
import { filesToRepeat, hasPassed, type SecondTry } from './second-try.js';
import { serversOf, type Servers } from '../servers.js';
import type { LaneContext } from '../surroundings.js';
import { countLine, verdictOn, type StepResult, type Verdict } from './verdict.js';

/** One run of continuous integration, after the project is installed and compiled. */
export interface CiRun extends LaneContext {
  readonly lanes: readonly Lane[];
  readonly servers: Servers;
  /** How long installing and compiling took. */
  readonly beganMinutes: number;
}

/** Below this nothing is run a second time: the verdict has to be told before everybody is stopped. */
const ENOUGH_MINUTES = 3;

const isSpecResult = (result: LaneResult | StepResult): result is LaneResult => 'files' in result;

const minutesSince = (begun: number): number => (performance.now() - begun) / 60_000;

/** Everything that is noted on the way. */
interface Notes {
  readonly steps: StepResult[];
  readonly lanes: LaneResult[];
  readonly secondTries: SecondTry[];
  readonly spent: Spent[];
}

const runOne = async (run: CiRun, notes: Notes, lane: Lane): Promise<void> => {
  run.hear(`\n== ${lane.name}: ${lane.about}\n`);
  const begun = performance.now();
  const result = await runLane(lane, run);
  notes.spent.push({ name: lane.name, minutes: minutesSince(begun), budget: lane.minutes });
  if (isSpecResult(result)) {
    notes.lanes.push(result);
    if (result.crash !== null) keepLog(run.evidence, lane.name, result.log);
  } else {
    notes.steps.push(result);
    if (result.failure !== null) keepLog(run.evidence, lane.name, result.log);
  }
};

/** Runs each file of these lanes that failed once more, alone, with the configuration and the servers of its lane. */
const runAgain = async (run: CiRun, notes: Notes, lanes: readonly Lane[]): Promise<void> => {
  for (const lane of lanes.filter(hasSpecs)) {
    const result = notes.lanes.find((each) => each.lane === lane.name);
    for (const [index, first] of (result === undefined ? [] : filesToRepeat(result)).entries()) {
      if (run.minutesLeft() < ENOUGH_MINUTES) return;
      run.hear(`\n== ${lane.name} once more: ${first.file}\n`);
      const request = { lane, name: `${lane.name}-again-${index + 1}`, files: [first.file] };
      const second = await runSpecLane(request, run);
      const secondTry = { lane: lane.name, first, second };
      notes.secondTries.push(secondTry);
      if (!hasPassed(secondTry)) keepLog(run.evidence, request.name, second.log);
    }
  }
};

const startServers = async (run: CiRun, notes: Notes, lanes: readonly Lane[]): Promise<void> => {
  run.hear('\n== servers\n');
  const begun = performance.now();
  const isWhole = await run.servers.start(serversOf(lanes));
  const failure = isWhole ? null : 'a server cannot be had; which one is told above';
  notes.steps.push({ name: 'servers', minutes: minutesSince(begun), failure, log: '' });
};

const runAll = async (run: CiRun, notes: Notes): Promise<void> => {
  const withServers = run.lanes.filter((lane) => serversOf([lane]).length > 0);
  const alone = run.lanes.filter((lane) => !withServers.includes(lane));
  for (const lane of alone) await runOne(run, notes, lane);
  const begun = performance.now();
  const before = notes.spent.length;
  if (withServers.length > 0) {
    try {
      await startServers(run, notes, withServers);
      for (const lane of withServers) await runOne(run, notes, lane);
      await runAgain(run, notes, withServers);
    } finally {
      await run.servers.stop();
    }
  }
  await runAgain(run, notes, alone);
  const inLanes = notes.spent.slice(before).reduce((sum, { minutes }) => sum + minutes, 0);
  notes.spent.push({ name: 'servers, second tries', minutes: minutesSince(begun) - inLanes, budget: BESIDE_MINUTES });
};

/** All that is told at the end: the verdict comes last, as only the end may be kept. */
const tell = (run: CiRun, notes: Notes, verdict: Verdict): void => {
  const evidence = evidenceReport(run.evidence);
  if (evidence !== '') run.hear(`\n${evidence}\n`);
  if (verdict.failures.length > 0) run.hear(`\n== failures\n${verdict.failures.join('\n')}\n`);
  if (evidence !== '') run.hear(`\nEvidence of all that failed, the first time too: ${run.evidence}\n`);
  run.hear(`\n${budgetTable(notes.spent)}\n`);
  for (const line of verdict.secondTries) run.hear(`${line}\n`);
  run.hear(`${countLine(verdict)}\n`);
};

/** Runs the lanes, what failed once more, and tells the verdict; true where nothing has failed. */
export const runCi = async (run: CiRun): Promise<boolean> => {
  const began = { name: 'npm ci, build', minutes: run.beganMinutes, budget: BEGIN_MINUTES };
  const notes: Notes = { steps: [], lanes: [], secondTries: [], spent: [began] };
  await runAll(run, notes);
  const verdict = verdictOn({ ...notes, project: run.project });
  tell(run, notes, verdict);
  return verdict.failed === 0;
};
