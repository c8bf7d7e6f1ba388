import type { AllFindings, FileFindings } from '../../formats/tools/findings/file-findings.js';
import { TOOL_TITLES, ToolFailure, type ToolName } from '../../formats/tools/findings/tool-ports.js';

/** How each tool failed on a file; empty where it did not. */
const FAILURES: readonly (readonly [ToolName, (file: FileFindings) => string])[] = [
  ['siegfried', ({ identified }) => (identified === null || identified.matches.length > 0 ? '' : identified.errors)],
  ['exiftool', ({ extracted }) => (extracted === null || extracted.tags.length > 0 ? '' : extracted.error)],
];

/**
 * Throws ToolFailure where format identification or metadata extraction failed on all files: then it is not the files. A
 * virus scanner that fails on a file has to scan an empty one.
 */
export const requireResults = async (findings: AllFindings): Promise<void> => {
  let files = 0;
  let failing = FAILURES;
  const first = new Map<ToolName, string>();
  for await (const each of findings) {
    failing = failing.filter(([, failureOf]) => failureOf(each) !== '');
    if (failing.length === 0) return;
    if (files++ > 0) continue;
    for (const [tool, failureOf] of failing)
      first.set(tool, `For ${each.path}: ${failureOf(each).replace(/\.$/, '')}.`);
  }
  const [tool] = (files === 0 ? [] : failing)[0] ?? [];
  if (tool === undefined) return;
  const message = `${TOOL_TITLES[tool]} failed on all files (${files}). ${first.get(tool)}`;
  throw new ToolFailure(tool, 'failed', message);
};
