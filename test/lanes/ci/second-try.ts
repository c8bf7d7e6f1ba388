import type { FileOutcome } from '../outcome.js';
import type { LaneResult } from '../run-specs.js';

/** A spec file that failed and was run once more, alone. */
export interface SecondTry {
  readonly lane: string;
  readonly first: FileOutcome;
  readonly second: LaneResult;
}

/** The spec files of a lane that are run once more. What failed without a file that is known is not. */
export const filesToRepeat = ({ files }: LaneResult): readonly FileOutcome[] =>
  files.filter(({ failed }) => failed > 0);

/** What the file came to when it was alone. */
const outcomeOf = ({ first, second }: SecondTry): FileOutcome | undefined =>
  second.files.find(({ file }) => file === first.file);

/** Whether it passed when it was alone: its tests ran, and nothing failed. */
export const hasPassed = (each: SecondTry): boolean =>
  each.second.crash === null && outcomeOf(each)?.failed === 0 && (outcomeOf(each)?.passed ?? 0) > 0;

/** What counts of a file that was run twice: the second time, unless nothing came of it. */
export const countedOutcome = (each: SecondTry): FileOutcome => {
  if (hasPassed(each)) return outcomeOf(each) ?? each.first;
  const second = outcomeOf(each);
  return second !== undefined && second.failed > 0 ? second : each.first;
};
