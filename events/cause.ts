/** What a log line tells of an error: its stable code where it has one, and its message. */
export const cause = (error: unknown): { code?: string; cause: string } => {
  if (!(error instanceof Error)) return { cause: String(error) };
  return 'code' in error && typeof error.code === 'string'
    ? { code: error.code, cause: error.message }
    : { cause: error.message };
};
