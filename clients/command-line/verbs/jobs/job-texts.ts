import type { Job } from '../../../api/resources.js';
import { agentName } from '../../looking/agent-name.js';
import { resourcePath } from '../../looking/resource-path.js';
import { countText, durationText, numberText, sizeText } from '../../output/amounts.js';
import { printable, shownName } from '../../output/printable.js';
import { lastName } from '../../../../formats/paths/repository-path.js';

/** The state of a job as it is shown; `failed` for one that has not done its work. */
export type ShownState = 'waiting' | 'held' | 'running' | 'done' | 'failed' | 'findings' | 'cancelled';

export const stateOf = ({ state, kind, cancelledBy }: Job): ShownState => {
  if (state === 'completed') return 'done';
  if (state !== 'completedWithErrors') return state;
  if (cancelledBy !== null) return 'cancelled';
  return kind === 'audit' ? 'findings' : 'failed';
};

/** What a job is for: a group, else a deposit, else everything. */
export const subjectOf = ({ archivalGroup, deposit }: Job): string => {
  if (archivalGroup !== null) return shownName(resourcePath(archivalGroup));
  return deposit === null ? 'everything' : `deposit ${lastName(deposit)}`;
};

/** `import vnw69zqbbagh of maps/north`. */
export const namedJob = (job: Job): string => `${job.kind} ${job.jobId} of ${subjectOf(job)}`;

/** Since when a job is in its state (RFC 3339). */
export const sinceOf = ({ submitted, begun, finished }: Job): string => finished ?? begun ?? submitted;

/** `412 files, 2.1 MB`; empty where neither is known. */
export const doneText = ({ files, bytes }: Pick<Job, 'files' | 'bytes'>): string =>
  [...(files === null ? [] : [countText(files, 'file')]), ...(bytes === null ? [] : [sizeText(bytes)])].join(', ');

/** `412 of 3,000 files, 18 s left`; empty where no process tells how far the job is. */
export const progressText = ({ progress }: Pick<Job, 'progress'>): string => {
  if (progress === null) return '';
  const { files, ofFiles, remainingSeconds } = progress;
  const done = ofFiles === null ? countText(files, 'file') : `${numberText(files)} of ${countText(ofFiles, 'file')}`;
  return remainingSeconds === null ? done : `${done}, ${durationText(remainingSeconds * 1_000)} left`;
};

/** The first error of a job, without its final stop. */
export const errorText = ({ errors }: Pick<Job, 'errors'>): string =>
  printable(errors[0]?.message ?? 'no error is recorded').replace(/\.$/, '');

/** What is told of a job that waits, runs or has ended, without its error. */
export const standingText = (job: Job): string => {
  const { state, before, heldBy } = job;
  if (state === 'running') return progressText(job);
  if (state === 'held') return heldBy === null ? 'held' : `held by ${shownName(agentName(heldBy))}`;
  if (state !== 'waiting') return doneText(job);
  if (before === null) return '';
  return before === 0 ? 'next' : `${numberText(before)} before it`;
};

/** A job as a JSON line. */
export const jobRecord = (job: Job): object => ({ ...job, type: 'job' });
