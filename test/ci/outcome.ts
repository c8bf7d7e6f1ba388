/** What came of one spec file. */
export interface FileOutcome {
  /** Its path; empty where nobody knows which file it was. */
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
}

export interface TestFailure {
  readonly title: string;
  /** The first line of what was said. */
  readonly message: string;
}

/** One event of a run, as far as it counts. */
export type RunEvent =
  | { readonly kind: 'passed' | 'skipped'; readonly file: string }
  | { readonly kind: 'failed'; readonly file: string; readonly title: string; readonly error: unknown };

const firstLine = (error: unknown): string => {
  const text = error instanceof Error || hasMessage(error) ? error.message : String(error);
  return text.trim().split('\n')[0]?.slice(0, 300) ?? '';
};

const hasMessage = (error: unknown): error is { readonly message: string } =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';

/** Counts by file what mocha tells one by one. */
export const outcomeCounter = () => {
  const files = new Map<string, FileOutcome>();
  return {
    tell(told: RunEvent): void {
      const before = files.get(told.file) ?? { file: told.file, passed: 0, failed: 0, skipped: 0, failures: [] };
      const failure = told.kind === 'failed' ? [{ title: told.title, message: firstLine(told.error) }] : [];
      const failures = [...before.failures, ...failure];
      files.set(told.file, { ...before, [told.kind]: before[told.kind] + 1, failures });
    },
    files: (): readonly FileOutcome[] => [...files.values()],
  };
};
