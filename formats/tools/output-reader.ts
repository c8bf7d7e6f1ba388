import type { Losses } from '../text/decoded-text.js';
import type { Limits } from '../text/limits.js';
import type { ToolSources, ToolWarning } from './tool-readings.js';

/** Reads one output from its bytes, and records in `losses` what it left out. */
export type Reader<Result> = (chunks: AsyncIterable<Uint8Array>, losses: Losses) => Promise<Result>;

/** Reads outputs one after another, and collects a warning for each problem. */
export interface OutputReader {
  readonly warnings: ToolWarning[];
  /** Null where the output is missing or unreadable, or no reader finds anything in it. */
  readonly read: <Result>(
    path: string | null,
    readers: readonly Reader<Result>[],
    isEmpty: (result: Result) => boolean,
  ) => Promise<Result | null>;
}

/** An error of one output becomes a warning, so that the others are still read. */
export const outputReader = ({ open }: Pick<ToolSources, 'open'>, limits: Limits): OutputReader => {
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
