import { ToolFailure, type LocalFile } from '../../../formats/tools/findings/tool-ports.js';

/** What is expected of a tool: one result for each file. */
export interface ExpectedResults {
  /** The file of a result, once; throws ToolFailure for one that was not asked for, or asked for once and answered twice. */
  take(location: string): LocalFile;
  /** Throws ToolFailure where a file has no result. */
  done(): void;
}

/** The files that Siegfried was given. */
export const expected = (files: readonly LocalFile[]): ExpectedResults => {
  const left = new Map(files.map((file) => [file.location, file]));
  const failure = (what: string): ToolFailure => new ToolFailure('siegfried', 'failed', `Siegfried ${what}.`);
  return {
    take(location) {
      const file = left.get(location);
      if (file === undefined) throw failure(`has a result for ${location}, which it was not asked for`);
      left.delete(location);
      return file;
    },
    done() {
      const [missing] = left.keys();
      if (missing !== undefined) throw failure(`ended without a result for ${left.size} files, such as ${missing}`);
    },
  };
};
