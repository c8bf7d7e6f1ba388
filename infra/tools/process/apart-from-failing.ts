import type { LocalFile, ToolFailure } from '../../../formats/tools/findings/tool-ports.js';

/** A tool has crashed or hung while it looked at files, which may be due to one of them. */
export class BrokenOff extends Error {
  readonly failure: ToolFailure;

  constructor(failure: ToolFailure) {
    super(failure.message, { cause: failure });
    this.failure = failure;
  }
}

/** How a tool that takes many files at once is called. */
export interface ManyFiles<Result> {
  /** Hands on each result that is certain, before it throws BrokenOff. */
  readonly run: (files: readonly LocalFile[]) => AsyncIterable<Result>;
  /** The result of a file that the tool cannot come to an end with. */
  readonly failed: (file: LocalFile, failure: ToolFailure) => Result | Promise<Result>;
  /** Throws ToolFailure where it is not the file, but the tool, that does not work. */
  readonly requireWorking: () => Promise<void>;
}

/** On so many files of a call a tool may fail: with more, it is not the files. */
const MOST_FAILURES = 5;
/** So often a tool may break off in a call: with more, it breaks off without a cause in the files. */
const MOST_BREAKS = 64;

/**
 * The results of all files, though the tool crashes or hangs on some. Where it fails, the first file without a result is
 * tried alone. If that is not the one, because the tool had not printed all that it knew, the others are halved until it
 * is found. Throws ToolFailure where the tool itself does not work, or fails on too many files.
 */
export async function* apartFromFailing<Result extends { readonly path: string }>(
  files: readonly LocalFile[],
  { run, failed, requireWorking }: ManyFiles<Result>,
): AsyncGenerator<Result> {
  let failures = 0;
  let breaks = 0;

  /** Answers the files without a result, and why the tool has broken off; null where it has not. */
  async function* tried(some: readonly LocalFile[]): AsyncGenerator<Result, BrokenRun | null> {
    const done = new Set<string>();
    try {
      for await (const result of run(some)) {
        done.add(result.path);
        yield result;
      }
      return null;
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error;
      return { left: some.filter(({ path }) => !done.has(path)), failure: error.failure };
    }
  }

  async function* setApart(file: LocalFile, failure: ToolFailure): AsyncGenerator<Result> {
    failures += 1;
    if (failures > MOST_FAILURES) throw failure;
    await requireWorking();
    yield await failed(file, failure);
  }

  async function* resultsOf(some: readonly LocalFile[]): AsyncGenerator<Result> {
    if (some.length === 0) return;
    const broken = yield* tried(some);
    if (broken === null) return;
    breaks += 1;
    const [suspect, ...rest] = broken.left;
    if (suspect === undefined || breaks > MOST_BREAKS) throw broken.failure;
    const again = some.length === 1 ? broken : yield* tried([suspect]);
    if (again !== null) {
      yield* setApart(suspect, again.failure);
      yield* resultsOf(rest);
    } else {
      const half = Math.ceil(rest.length / 2);
      yield* resultsOf(rest.slice(0, half));
      yield* resultsOf(rest.slice(half));
    }
  }

  yield* resultsOf(files);
}

interface BrokenRun {
  readonly left: readonly LocalFile[];
  readonly failure: ToolFailure;
}
