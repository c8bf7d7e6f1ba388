import type { AllFindings, FileFindings } from '../../formats/tools/findings/file-findings.js';
import { TOOL_TITLES, ToolFailure, type ToolName } from '../../formats/tools/findings/tool-ports.js';

/**
 * Throws ToolFailure where format identification or metadata extraction failed on all files: then it is not the files. A
 * virus scanner that fails on a file has to scan an empty one.
 */
export const requireResults = async (findings: AllFindings): Promise<void> => {
  await requireResult('siegfried', findings, ({ identified }) =>
    identified === null || identified.matches.length > 0 ? '' : identified.errors,
  );
  await requireResult('exiftool', findings, ({ extracted }) =>
    extracted === null || extracted.tags.length > 0 ? '' : extracted.error,
  );
};

/** `failureOf` answers how the tool failed on a file; empty where it did not. */
const requireResult = async (
  tool: ToolName,
  findings: AllFindings,
  failureOf: (file: FileFindings) => string,
): Promise<void> => {
  let files = 0;
  let first = '';
  for await (const each of findings) {
    const failure = failureOf(each);
    if (failure === '') return;
    if (files === 0) first = `For ${each.path}: ${failure.replace(/\.$/, '')}.`;
    files += 1;
  }
  if (files > 0) throw new ToolFailure(tool, 'failed', `${TOOL_TITLES[tool]} failed on all files (${files}). ${first}`);
};
