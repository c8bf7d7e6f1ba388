const nothing = (): void => undefined;

/** Prints an unexpected message of a bench. */
export const warnUnexpected = (message: string, fields?: object): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields ?? {})}\n`);

export const complaints = { debug: nothing, info: nothing, warn: warnUnexpected, error: warnUnexpected };
