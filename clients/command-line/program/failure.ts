import { CommandFault } from '../command-fault.js';
import { BrokenPipe } from './streams.js';

/** How a verb failed. */
export interface Failure {
  /** The exit code of the program. */
  readonly exit: number;
  /** The member `error` of JSON; null where nothing is said. */
  readonly error: { readonly code: string; readonly message: string; readonly next: string | null } | null;
}

/** A signal to end. */
export interface Interruption {
  /** Aborted at the first one. */
  readonly signal: AbortSignal;
  /** The exit code after it. */
  readonly exitCode: () => number;
}

const STOPPED = new CommandFault('Stopped before the end.', { code: 'interrupted' });

/** The failure of an error; `faultOf` makes a CommandFault of any other error. */
export const failureOf = (
  error: unknown,
  { signal, exitCode }: Interruption,
  faultOf: (error: unknown) => CommandFault,
): Failure => {
  if (error instanceof BrokenPipe) return { exit: 0, error: null };
  const fault = error instanceof CommandFault ? error : signal.aborted ? STOPPED : faultOf(error);
  const { exit = 1, next = null } = fault.about;
  return { exit: signal.aborted ? exitCode() : exit, error: { code: fault.code, message: fault.message, next } };
};

/** What is said of a failure to people. */
export const failureText = ({ error }: Failure): string => {
  if (error === null) return '';
  return `muniment: ${error.message}\n${error.next === null ? '' : `Next: ${error.next}\n`}`;
};

/** What is said of it to programs: the last line, or the one document. */
export const failureRecord = (kind: 'lines' | 'document', { error }: Failure): object => ({
  ...(kind === 'lines' ? { type: 'summary' } : {}),
  ok: false,
  error,
});
