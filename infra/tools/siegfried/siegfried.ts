import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { digestStream } from '../../../formats/digests/digested.js';
import type { IdentifiedFile } from '../../../formats/tools/findings/findings.js';
import {
  ToolFailure,
  type FormatIdentifier,
  type LocalFile,
  type ToolCall,
} from '../../../formats/tools/findings/tool-ports.js';
import { apartFromFailing } from '../process/apart-from-failing.js';
import { findCommand } from '../process/find-command.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { pygfriedIdentifier } from './pygfried.js';
import { sfIdentifier } from './sf.js';

/** The commands of Siegfried and Python. */
export interface SiegfriedCommands {
  readonly siegfried: string;
  readonly python: string;
}

/** A file on which Siegfried crashes or hangs has no format, and the digest that Siegfried would have read. */
const unidentified = async (
  { path, location }: LocalFile,
  { message }: ToolFailure,
  { signal }: ToolCall,
): Promise<IdentifiedFile> => {
  const { mtime } = await stat(location);
  const { size, sha256 } = await digestStream(createReadStream(location, { signal }));
  return { path, size, modified: mtime.toISOString().replace(/\.\d+Z$/, 'Z'), errors: message, sha256, matches: [] };
};

/**
 * Siegfried's command where it is installed, else its engine in the Python package pygfried. It is looked for at each call.
 * A file on which it crashes or hangs has an error, and the others are identified.
 */
export const siegfried = (commands: SiegfriedCommands, surroundings: ToolSurroundings): FormatIdentifier => {
  const found = (): FormatIdentifier => {
    const sf = findCommand(commands.siegfried, surroundings.path);
    if (sf !== null) return sfIdentifier(sf, surroundings);
    const python = findCommand(commands.python, surroundings.path);
    const sentence = `Siegfried is not installed: there is no ${commands.siegfried}, and no Python with the package pygfried. npm run tools -- install gets it.`;
    const missing = new ToolFailure('siegfried', 'missing', sentence);
    if (python === null) throw missing;
    return pygfriedIdentifier(python, surroundings, missing);
  };
  return {
    version: async (call) => found().version(call),
    async *identify(files, call) {
      const identifier = found();
      yield* apartFromFailing(files, {
        run: (some) => identifier.identify(some, call),
        failed: (file, failure) => unidentified(file, failure, call),
        requireWorking: async () => {
          await identifier.version(call);
        },
      });
    },
  };
};
