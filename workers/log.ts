/** The log of workers: messages are constant sentences, values go into the fields. */
export interface Log {
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

/** The same log, with these fields in each line. */
export const logWith = (log: Log, fields: object): Log => ({
  info: (message, more) => log.info(message, { ...more, ...fields }),
  warn: (message, more) => log.warn(message, { ...more, ...fields }),
  error: (message, more) => log.error(message, { ...more, ...fields }),
});
