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
import { sfIdentifier } from './sf.js';

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
 * Siegfried by its command, which is looked for at each call. A file on which it crashes or hangs has an error, and the
 * others are identified.
 */
export const siegfried = (command: string, surroundings: ToolSurroundings): FormatIdentifier => {
  const found = (): FormatIdentifier => {
    const sf = findCommand(command, surroundings.path);
    if (sf !== null) return sfIdentifier(sf, surroundings);
    const sentence = `Siegfried is not installed: there is no ${command}. npm run tools -- install gets it.`;
    throw new ToolFailure('siegfried', 'missing', sentence);
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
