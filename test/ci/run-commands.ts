import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CiCommand } from './commands.js';
import { labelledLines } from './labelled-lines.js';
import type { FileOutcome } from './outcome.js';
import { runLogged, type LoggedEnd } from './run-logged.js';
import { countLine, verdictOn, type CommandResult, type SecondTry, type Verdict } from './verdict.js';

/** One run of continuous integration, after the project is installed and compiled. */
export interface CiRun {
  readonly commands: readonly CiCommand[];
  /** The folder of the project. */
  readonly project: string;
  /** A folder for logs and outcomes. */
  readonly work: string;
  /** The folder for evidence of what fails; one below it for each command. */
  readonly evidence: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long installing and compiling took. */
  readonly beganMinutes: number;
  /** Until everything has to be over. */
  readonly minutesLeft: () => number;
  /** Hears all that is said, line by line as it is said. */
  readonly hear: (text: string) => void;
}

/** A command that takes longer hangs, and shall not take the time of the others. Some compile what they need first. */
const MOST_MINUTES = 40;

/** Servers are stopped even where there is no time left. */
const STOP = 'stop-servers';

/** Below this nothing is run a second time: the verdict has to be told before everybody is stopped. */
const ENOUGH_MINUTES = 3;

/** What mocha has left when it came to its end; null where it did not, or where nothing of this was mocha. */
const outcomeIn = (path: string): readonly FileOutcome[] | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as readonly FileOutcome[];
  } catch {
    return null;
  }
};

const crashOf = (files: readonly FileOutcome[] | null, { code, reason }: LoggedEnd): string | null => {
  if (reason !== null) return reason;
  if (files === null) return code === 0 ? null : `it ended with ${code ?? 'nothing'}`;
  const lost = files.find(({ file, failed }) => file === '' && failed > 0);
  if (lost !== undefined) return lost.failures[0]?.message ?? 'something failed outside of all files';
  if (!files.some(({ passed, failed }) => passed + failed > 0)) return 'no spec was run';
  return code === 0 || files.some(({ failed }) => failed > 0) ? null : `it ended with ${code ?? 'nothing'}`;
};

/** Runs a command once, or some spec files of it. */
const runCommand = async (
  run: CiRun,
  { name, script, servers = [] }: CiCommand,
  files: readonly string[] = [],
): Promise<CommandResult> => {
  const title = files.length === 0 ? name : `${name}-again`;
  const [outcome, log] = [join(run.work, `${title}.json`), join(run.work, `${title}.log`)];
  const evidence = join(run.evidence, title);
  const mostMinutes = Math.min(MOST_MINUTES, Math.max(name === STOP ? 1 : 0, run.minutesLeft()));
  if (mostMinutes <= 0) return { command: name, minutes: 0, files: [], crash: 'there is no time left' };
  rmSync(outcome, { force: true });
  const output = labelledLines(name, run.hear);
  const end = await runLogged({
    words: ['bash', '-c', script],
    cwd: run.project,
    env: {
      ...run.environment,
      NO_COLOR: '1',
      // The AWS SDK advises whoever builds on it of coming Node versions; that is not for the people who run this.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      PATH: `${join(run.project, 'node_modules', '.bin')}:${run.environment['PATH'] ?? ''}`,
      WORK: run.work,
      MUNIMENT_TEST_OUTCOME: outcome,
      MUNIMENT_TEST_EVIDENCE: evidence,
      ...(files.length === 0 ? {} : { MUNIMENT_TEST_ONLY: files.join(' ') }),
      ...(servers.length === 0 ? {} : { MUNIMENT_TEST_SERVICES_REQUIRED: '1' }),
    },
    log,
    mostMinutes,
    hear: output.hear,
  });
  output.end();
  const counted = outcomeIn(outcome);
  const crash = crashOf(counted, end);
  if (crash !== null) {
    mkdirSync(evidence, { recursive: true });
    writeFileSync(join(evidence, 'output.txt'), readFileSync(log));
  }
  const known = (counted ?? []).filter(({ file }) => file !== '');
  return { command: name, minutes: end.minutes, files: known, crash };
};

/** Runs each file that failed once more, one after the other, as its command does. */
const runAgain = async (run: CiRun, command: CiCommand, result: CommandResult): Promise<readonly SecondTry[]> => {
  const tries: SecondTry[] = [];
  for (const first of result.files.filter(({ failed }) => failed > 0)) {
    if (run.minutesLeft() < ENOUGH_MINUTES) break;
    run.hear(`\n== ${command.name} once more: ${first.file}\n`);
    tries.push({ command: command.name, first, second: await runCommand(run, command, [first.file]) });
  }
  return tries;
};

/** What one queue of commands came to. */
interface QueueResult {
  readonly results: readonly CommandResult[];
  readonly secondTries: readonly SecondTry[];
}

/** Runs commands one after the other, and what failed of each once more, until there is no next one. */
const runQueue = async (run: CiRun, next: () => CiCommand | undefined): Promise<QueueResult> => {
  const results: CommandResult[] = [];
  const secondTries: SecondTry[] = [];
  for (let command = next(); command !== undefined; command = next()) {
    run.hear(`\n== ${command.name}: ${command.about}\n`);
    const result = await runCommand(run, command);
    results.push(result);
    secondTries.push(...(await runAgain(run, command, result)));
  }
  return { results, secondTries };
};

const servicesCommand = (name: string, verb: string, servers: readonly string[]): CiCommand => ({
  name,
  about: servers.join(' '),
  script: `npm run --silent services -- ${verb} ${servers.join(' ')}`,
});

/** Those that want servers, between the start and the stop of these. */
const withServers = (commands: readonly CiCommand[]): readonly CiCommand[] => {
  const servers = [...new Set(commands.flatMap((command) => command.servers ?? []))];
  if (servers.length === 0) return [];
  return [servicesCommand('start-servers', 'start', servers), ...commands, servicesCommand(STOP, 'stop', servers)];
};

const tell = (run: CiRun, results: readonly CommandResult[], minutes: number, verdict: Verdict): void => {
  const began = { command: 'npm ci, build', minutes: run.beganMinutes };
  if (verdict.failures.length > 0) {
    run.hear(`\n== failures\n${verdict.failures.join('\n')}\n`);
    run.hear(`\nEvidence of all that failed, the first time too: ${run.evidence}\n`);
  }
  const times = [began, ...results, { command: 'all', minutes }];
  const lines = times.map((each) => `${each.command.padEnd(20)} ${each.minutes.toFixed(1)}`);
  run.hear(`\n${'command'.padEnd(20)} minutes\n${lines.join('\n')}\n\n`);
  for (const line of verdict.secondTries) run.hear(`${line}\n`);
  run.hear(`${countLine(verdict)}\n`);
};

/**
 * Runs the commands, what failed once more, and tells the verdict; true where nothing has failed. Two run at a time, as
 * each waits for a part of its time: those that want servers one after the other, and whatever else is next.
 */
export const runCommands = async (run: CiRun): Promise<boolean> => {
  const began = performance.now();
  const alone = run.commands.filter(({ servers }) => servers === undefined);
  const served = [...withServers(run.commands.filter(({ servers }) => servers !== undefined))];
  const nextAlone = (): CiCommand | undefined => alone.shift();
  const queues = await Promise.all([runQueue(run, nextAlone), runQueue(run, () => served.shift() ?? nextAlone())]);
  const order = run.commands.map(({ name }) => name);
  const results = queues
    .flatMap((queue) => queue.results)
    .sort((one, other) => order.indexOf(one.command) - order.indexOf(other.command));
  const verdict = verdictOn(
    results,
    queues.flatMap((queue) => queue.secondTries),
  );
  tell(run, results, run.beganMinutes + (performance.now() - began) / 60_000, verdict);
  return verdict.failed === 0;
};
