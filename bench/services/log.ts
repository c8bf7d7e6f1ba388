const nothing = (): void => undefined;

/** Tells people what a bench met that it should not meet. */
export const complain = (message: string, fields?: object): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields ?? {})}\n`);

export const complaints = { debug: nothing, info: nothing, warn: complain, error: complain };
