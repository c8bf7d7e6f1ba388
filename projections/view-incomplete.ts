import type { Position } from '../events/envelope.js';
import { percentOfLog } from '../events/log-share.js';
import { codeOf } from '../flow/error-code.js';

/** How much of the copy is fetched that a search index is filled from. */
export interface FetchedCopy {
  readonly bytes: number;
  readonly ofBytes: number;
}

/** How far a read model that is being built anew has come. */
export interface BuildProgress {
  /** The name of the read model. */
  readonly view: string;
  /** Up to where it has read the log; null before the first fact. */
  readonly position: Position | null;
  /** The end that the log had when it was begun; null where nobody has begun it. */
  readonly end: Position | null;
  /** Of a search index while it is filled from a copy: the log is read after it. */
  readonly fetched?: FetchedCopy | null;
}

const CODE = 'view-incomplete';

/** What a read model is waiting for, as a sentence. */
export const buildProgressText = ({ view, position, end, fetched = null }: BuildProgress): string => {
  if (fetched !== null)
    return `The search index ${view} is being fetched: ${fetched.bytes} of ${fetched.ofBytes} bytes are there.`;
  return end === null
    ? `The read model ${view} is missing, and no process has begun to build it.`
    : `The read model ${view} is being built anew: ${percentOfLog(position, end)} % of the event log is read.`;
};

/**
 * A read model was begun anew and has not read the log up to where that ended then, so documents may be missing. The same
 * call succeeds once it has.
 */
export class ViewIncomplete extends Error {
  override name = 'ViewIncomplete';
  readonly code = CODE;
  readonly transient = true;
  readonly progress: BuildProgress;
  constructor(progress: BuildProgress) {
    super(buildProgressText(progress));
    this.progress = progress;
  }
}

/** The progress that a fault tells of; null for any other fault. */
export const buildProgressIn = (fault: unknown): BuildProgress | null =>
  codeOf(fault) === CODE ? (fault as ViewIncomplete).progress : null;

/** The answer; null where a view is not complete that it is read from. */
export const unlessIncomplete = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked;
  } catch (error) {
    if (buildProgressIn(error) === null) throw error;
    return null;
  }
};
