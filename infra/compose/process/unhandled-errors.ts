import { inspect } from 'node:util';

/** How a process says that it ends by an error that nothing handled. */
export const UNHANDLED = 'An error that nothing handled ends the process';

/** An error with its stack and its causes. */
export const stackOf = (error: unknown): string => inspect(error);

/**
 * From now on, what is to be done with an exception or a rejection that nothing has handled; it replaces what was said
 * before. Nothing else can be relied on then: the process must end.
 */
export const onUnhandled = (end: (error: unknown) => void): void => {
  process.removeAllListeners('uncaughtException').on('uncaughtException', end);
};
