/** What all lanes together have done so far. */
export interface Tally {
  kills: number;
  /** Kills at a step, by the moment and the step. */
  readonly atSteps: Map<string, number>;
  atRandom: number;
  /** Kills of a process that had nothing under way: what it had acknowledged must be there all the same. */
  atRest: number;
  /** Rows of kills that ended in a recovery, and in an audit without a violation. */
  schedules: number;
  jobs: number;
  versions: number;
  /** Jobs of which an agent was told that they are cancelled. */
  cancelled: number;
  /** What clients did with versions after their jobs, and what came of it was right. */
  exports: number;
  archived: number;
  /** Pipeline runs that were acknowledged and have ended. */
  runs: number;
  /** What is wrong, and what is needed to see it again, line by line. */
  readonly violations: string[];
}

export const newTally = (): Tally => ({
  kills: 0,
  atSteps: new Map(),
  atRandom: 0,
  atRest: 0,
  schedules: 0,
  jobs: 0,
  versions: 0,
  cancelled: 0,
  exports: 0,
  archived: 0,
  runs: 0,
  violations: [],
});

/** All of it in one line, without what is wrong. */
export const figuresOf = ({
  kills,
  atSteps,
  atRandom,
  atRest,
  schedules,
  jobs,
  versions,
  cancelled,
  exports,
  archived,
  runs,
}: Tally): string => {
  const steps = [...atSteps.values()].reduce((sum, each) => sum + each, 0);
  return [
    `kills ${kills} (${steps} at steps, ${atRandom} at random, ${atRest} at rest)`,
    `schedules ${schedules}`,
    `jobs acknowledged ${jobs}`,
    `versions ${versions}`,
    ...(cancelled === 0 ? [] : [`imports cancelled ${cancelled}`]),
    ...(exports === 0 ? [] : [`exports ${exports}`]),
    ...(archived === 0 ? [] : [`deposits archived ${archived}`]),
    ...(runs === 0 ? [] : [`pipeline runs ${runs}`]),
  ].join('  ');
};
