import type { FormatMatch, IdentifierVersion } from '../../../formats/tools/findings/findings.js';
import { ToolFailure, type FormatIdentifier } from '../../../formats/tools/findings/tool-ports.js';
import { readLines } from '../process/read-lines.js';
import { badEnd, runTool } from '../process/run-tool.js';
import { toItsEnd } from '../process/to-its-end.js';
import { ToolProcess } from '../process/tool-process.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { expected } from './identified.js';
import { PYGFRIED_PROGRAM } from './pygfried-program.js';

/** A line of the program. */
interface Told {
  readonly location: string;
  readonly size: number;
  readonly modified: string;
  readonly errors: string;
  readonly sha256: string;
  readonly matches: readonly (Omit<FormatMatch, 'namespace'> & { readonly ns: string })[];
}

/** What Python says where it does not have the package. */
const NO_PACKAGE = /No module named '?pygfried/;

const told = <T>(line: string): T => {
  try {
    return JSON.parse(line) as T;
  } catch (error) {
    throw new ToolFailure('siegfried', 'failed', `pygfried printed ${line.slice(0, 100)}.`, { cause: error });
  }
};

/**
 * Siegfried's engine in the Python package pygfried: one process for all files. `missing` is the failure where this Python
 * does not have it.
 */
export const pygfriedIdentifier = (
  python: string,
  surroundings: ToolSurroundings,
  missing: ToolFailure,
): FormatIdentifier => {
  const words = [python, '-c', PYGFRIED_PROGRAM];
  return {
    async version(call) {
      const end = await runTool({ tool: 'siegfried', words: [...words, 'version'] }, surroundings, call);
      if (NO_PACKAGE.test(end.errors)) throw missing;
      if (end.code !== 0) throw badEnd('siegfried', end);
      return told<IdentifierVersion>(end.output);
    },
    async *identify(files, call) {
      if (files.length === 0) return;
      const wanted = expected(files);
      await using tool = new ToolProcess(
        { tool: 'siegfried', words, hasInput: true, givesWay: true },
        surroundings,
        call,
      );
      tool.input.end(files.map(({ location }) => `${location}\0`).join(''));
      for await (const line of toItsEnd(tool, 'siegfried', readLines(tool.output(), 'siegfried'))) {
        const { location, matches, ...rest } = told<Told>(line);
        const { path } = wanted.take(location);
        yield { path, ...rest, matches: matches.map(({ ns, ...match }) => ({ namespace: ns, ...match })) };
      }
      wanted.done();
    },
  };
};
