/**
 * Is told of work on so many files that begins, and gives what is to be called when it has ended, once or more often. A
 * process can so use its memory otherwise while it works on very many files.
 */
export type BeginLargeWork = (files: number) => () => void;

/** For who changes nothing meanwhile. */
export const nothingElse: BeginLargeWork = () => () => undefined;
