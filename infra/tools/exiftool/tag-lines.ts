import type { ExtractedFile } from '../../../formats/tools/findings/findings.js';

/** The tags in lines of `Tag Name : value`; a line without a colon is left out. */
export const tagsOf = (lines: readonly string[]): ExtractedFile['tags'] =>
  lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon === -1 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
  });
