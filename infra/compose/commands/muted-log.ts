import type { NamedLog } from '../../log/logger.js';

/** A log that is silent after the end of the work: failures are expected then. */
export const mutedLog =
  (log: (subsystem: string) => NamedLog, isOver: () => boolean) =>
  (subsystem: string): NamedLog => {
    const named = log(subsystem);
    const unlessOver =
      (level: keyof NamedLog): NamedLog[keyof NamedLog] =>
      (message, fields) => {
        if (!isOver()) named[level](message, fields);
      };
    return {
      debug: unlessOver('debug'),
      info: unlessOver('info'),
      warn: unlessOver('warn'),
      error: unlessOver('error'),
    };
  };
