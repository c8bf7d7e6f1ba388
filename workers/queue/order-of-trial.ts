/** A job that waits, as the choice of the next one sees it. */
export interface WaitingJob {
  readonly jobId: string;
  /** Agent name of who asked for it. */
  readonly agent: string;
}

/** The process that chooses, and all that work jobs of the kind. */
export interface Choosers {
  readonly holder: string;
  /** By holder, in any order; `holder` may be missing. */
  readonly holders: readonly string[];
}

/** In one of so many rounds a process tries the first job of an agent first, so that none is passed over for long. */
export const HEAD_EVERY = 8;

/** FNV-1a, mixed so that names which differ in one letter are far apart. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

const weightOf = (holder: string, { jobId }: WaitingJob): number => hashOf(`${holder} ${jobId}`);

/** Whether no other process has more weight for the job: processes that see the same jobs agree on that. */
const isFirstFor = ({ holder, holders }: Choosers, job: WaitingJob): boolean => {
  const own = weightOf(holder, job);
  return holders.every((other) => other === holder || weightOf(other, job) < own);
};

/**
 * In which order a process tries to claim the first jobs of an agent, which are given by rank: first those that no other
 * process tries first, so that processes rarely meet at one job; in some rounds the very first one before them.
 */
export const inOrderOfTrial = <Job extends WaitingJob>(
  jobs: readonly Job[],
  choosers: Choosers,
  round: number,
): readonly Job[] => {
  const isHeadFirst = round % HEAD_EVERY === 0;
  const first = jobs.filter((job, index) => (isHeadFirst && index === 0) || isFirstFor(choosers, job));
  const chosen = new Set<Job>(first);
  const { holder } = choosers;
  const others = jobs.filter((job) => !chosen.has(job));
  return [...first, ...others.toSorted((one, other) => weightOf(holder, other) - weightOf(holder, one))];
};
