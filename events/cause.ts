import { codeOf } from '../flow/error-code.js';

/** What a log line tells of an error: its stable code where it has one, and its message. */
export const cause = (error: unknown): { code?: string; cause: string } => {
  if (!(error instanceof Error)) return { cause: String(error) };
  const code = codeOf(error);
  return code === null ? { cause: error.message } : { code, cause: error.message };
};
