import { codeOf } from '../flow/error-code.js';

/** The properties of an error for a log line: its code where it has one, and its message. */
export const cause = (error: unknown): { code?: string; cause: string } => {
  if (!(error instanceof Error)) return { cause: String(error) };
  const code = codeOf(error);
  return code === null ? { cause: error.message } : { code, cause: error.message };
};
