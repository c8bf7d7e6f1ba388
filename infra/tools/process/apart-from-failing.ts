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
  readonly failed: (file: LocalFile, failure: ToolFailure) => Result;
  /** Throws ToolFailure where it is not the file, but the tool, that does not work. */
  readonly requireWorking: () => Promise<void>;
}

/** So often a tool may fail: then it is not the files. */
const MOST_FAILURES = 5;

async function* handedOn<Result extends { readonly path: string }>(
  results: AsyncIterable<Result>,
  done: Set<string>,
): AsyncGenerator<Result, ToolFailure | null> {
  try {
    for await (const result of results) {
      done.add(result.path);
      yield result;
    }
    return null;
  } catch (error) {
    if (error instanceof BrokenOff) return error.failure;
    throw error;
  }
}

/**
 * The results of all files, though the tool crashes or hangs on some: where it fails, the first file without a result is
 * tried alone, and the others follow. Throws ToolFailure where the tool itself does not work, or fails too often.
 */
export async function* apartFromFailing<Result extends { readonly path: string }>(
  files: readonly LocalFile[],
  { run, failed, requireWorking }: ManyFiles<Result>,
): AsyncGenerator<Result> {
  const done = new Set<string>();
  let left = files;
  for (let failures = 0; left.length > 0; failures++) {
    const failure = yield* handedOn(run(left), done);
    if (failure === null) return;
    left = left.filter(({ path }) => !done.has(path));
    const [suspect] = left;
    if (suspect === undefined || failures >= MOST_FAILURES) throw failure;
    const again = files.length === 1 ? failure : yield* handedOn(run([suspect]), done);
    if (again !== null) {
      await requireWorking();
      yield failed(suspect, again);
      done.add(suspect.path);
    }
    left = left.filter(({ path }) => !done.has(path));
  }
}
