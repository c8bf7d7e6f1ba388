import type { Losses } from './text/decoded-text.js';
import type { Limits } from './text/limits.js';
import type { ToolSources, ToolWarning } from './tool-readings.js';

/** Reads one output out of its bytes, and notes what had to be left out. */
export type Reader<Result> = (chunks: AsyncIterable<Uint8Array>, losses: Losses) => Promise<Result>;

/** Reads one output after the other, and keeps account of what is wrong with each. */
export interface Attempts {
  readonly warnings: ToolWarning[];
  /** Null where the output is not there, or cannot be read, or the reader finds nothing that it knows in it. */
  readonly read: <Result>(
    path: string | null,
    readers: readonly Reader<Result>[],
    isEmpty: (result: Result) => boolean,
  ) => Promise<Result | null>;
}

/** Nothing that is wrong with an output is thrown: the others are still to be read. */
export const attempts = ({ open }: Pick<ToolSources, 'open'>, limits: Limits): Attempts => {
  const warnings: ToolWarning[] = [];
  return {
    warnings,
    read: async (path, readers, isEmpty) => {
      if (path === null) return null;
      try {
        for (const reader of readers) {
          const losses: Losses = { leftOut: 0, isTooLong: false, limits };
          const result = await reader(open(path), losses);
          if (isEmpty(result)) continue;
          if (losses.leftOut > 0) warnings.push({ path, problem: 'in-part', leftOut: losses.leftOut });
          if (losses.isTooLong) warnings.push({ path, problem: 'too-long' });
          return result;
        }
        warnings.push({ path, problem: 'not-understood' });
      } catch (cause) {
        warnings.push({ path, problem: 'unreadable', cause });
      }
      return null;
    },
  };
};
