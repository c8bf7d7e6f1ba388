import { ToolFailure, type FormatIdentifier, type ToolCall } from '../../../formats/tools/findings/tool-ports.js';
import { findCommand } from '../process/find-command.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { hasPygfried, pygfriedIdentifier } from './pygfried.js';
import { sfIdentifier } from './sf.js';

/** The commands of Siegfried and Python. */
export interface SiegfriedCommands {
  readonly siegfried: string;
  readonly python: string;
}

/** Siegfried's command where it is installed, else its engine in the Python package pygfried. It is looked for at each call. */
export const siegfried = (commands: SiegfriedCommands, surroundings: ToolSurroundings): FormatIdentifier => {
  const found = async ({ signal }: ToolCall): Promise<FormatIdentifier> => {
    const sf = findCommand(commands.siegfried, surroundings.path);
    if (sf !== null) return sfIdentifier(sf, surroundings);
    const python = findCommand(commands.python, surroundings.path);
    if (python !== null && (await hasPygfried(python, surroundings, signal)))
      return pygfriedIdentifier(python, surroundings);
    throw new ToolFailure(
      'siegfried',
      'missing',
      `Siegfried is not installed: there is no ${commands.siegfried}, and no Python with the package pygfried. npm run tools -- install gets it.`,
    );
  };
  return {
    version: async (call) => (await found(call)).version(call),
    async *identify(files, call) {
      yield* (await found(call)).identify(files, call);
    },
  };
};
