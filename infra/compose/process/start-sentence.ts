import { databaseFault } from '../../embedded/database-fault.js';
import { codeOf } from '../../../flow/error-code.js';

const FULL = 'The disk of the data folder is full. Make room, then run the same command again to continue.';
const IN_USE =
  'The data folder is in use by another process. End that process first, or choose another folder with MUNIMENT_DATA.';

/** Sentences for faults that the operator can correct, by code. */
const COMMON: Readonly<Record<string, string>> = {
  'store-full': FULL,
  'database-full': FULL,
  'index-full': FULL,
  'store-in-use': IN_USE,
  'database-in-use': IN_USE,
};

/** The first of several failures, or its cause. */
export const firstFailure = (thrown: unknown): unknown => {
  if (!(thrown instanceof AggregateError)) return thrown;
  const [first] = thrown.errors as unknown[];
  return first instanceof Error ? (first.cause ?? first) : thrown;
};

/** One sentence for the operator: the message of a known fault, or a sentence with the error. */
export const startSentence = (thrown: unknown): string => {
  const error = databaseFault(firstFailure(thrown));
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}`;
  const text = error.message.replace(/\s+/g, ' ').trim();
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  const code = codeOf(error);
  if (code === null) return `Unexpected error: ${sentence}`;
  return COMMON[code] ?? sentence;
};
