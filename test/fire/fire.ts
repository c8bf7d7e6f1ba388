import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KillPoint } from '../support/processes/kill-point.js';
import { randomNumbers } from '../support/random/random-numbers.js';
import { archiveWork } from './archive-work.js';
import { inRandomOrder } from './deaths.js';
import { exportWork } from './export-work.js';
import { inTurn, oneOf, type FurtherWork } from './further-work.js';
import { EXPORT_KILL_POINTS, KILL_POINTS, PIPELINE_KILL_POINTS, pointsOnce } from './kill-points.js';
import { runLane } from './lane.js';
import { pipelineWork, toolSettings } from './pipeline-work.js';
import { newTally, type Tally } from './tally.js';

interface KindOfWork {
  readonly points: readonly KillPoint[];
  /** What clients do with a group after each of its jobs, one after the other. */
  readonly further: (tally: Tally, toolFolder: string) => readonly FurtherWork[];
}

/** What clients do besides imports, of which one is drawn after each job. */
const KINDS = {
  imports: { points: KILL_POINTS, further: () => [] },
  exports: { points: EXPORT_KILL_POINTS, further: (tally) => [exportWork(tally), archiveWork(tally)] },
  pipeline: { points: PIPELINE_KILL_POINTS, further: (tally, tools) => [pipelineWork(tally, tools)] },
} satisfies Readonly<Record<string, KindOfWork>>;

export type Kind = keyof typeof KINDS;

export const isKind = (word: string): word is Kind => Object.hasOwn(KINDS, word);

export interface FireOptions {
  readonly kills: number;
  readonly seed: number;
  readonly minutes: number;
  readonly lanes: number;
  /** Whether processes die at steps only. */
  readonly onlyAtSteps: boolean;
  /** The only kind of work that is done; all kinds for null. */
  readonly only: Kind | null;
}

export interface FireRun {
  /** What has happened so far. */
  readonly tally: Tally;
  /** The kill points that there are, as the tally names them. */
  readonly points: readonly string[];
  /** Resolves when there were enough kills, the time is over, or something is wrong. */
  readonly over: Promise<void>;
}

/** Kills platform processes with work of all kinds under way. What was wrong leaves its data folders behind. */
export const fire = ({ kills, seed, minutes, lanes, onlyAtSteps, only }: FireOptions): FireRun => {
  const end = performance.now() + minutes * 60_000;
  const tally = newTally();
  const kinds: readonly KindOfWork[] = only === null ? Object.values(KINDS) : [KINDS[only]];
  const points = pointsOnce(kinds.flatMap((kind) => kind.points));
  const nextPoint = inRandomOrder(randomNumbers(seed), points);
  const goesOn = (): boolean => tally.violations.length === 0 && tally.kills < kills && performance.now() < end;
  const laneIn = (scratch: string, lane: number): Promise<void> => {
    const tools = join(scratch, `tools-${lane}`);
    return runLane({
      seed: seed * 1000 + lane,
      data: join(scratch, `lane-${lane}`),
      settings: toolSettings(tools),
      tally,
      further: oneOf(kinds.map(({ further }) => inTurn(further(tally, tools)))),
      nextPoint,
      onlyAtSteps,
      goesOn,
    });
  };
  const work = async (): Promise<void> => {
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    const scratch = await mkdtemp(join(tmpdir(), 'muniment-fire-'));
    await Promise.all(Array.from({ length: lanes }, (_, lane) => laneIn(scratch, lane + 1)));
    if (tally.violations.length === 0) await rm(scratch, { recursive: true });
  };
  return { tally, points: points.map(({ step, moment }) => `${moment} ${step}`), over: work() };
};
