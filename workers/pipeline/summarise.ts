import { createHash } from 'node:crypto';
import type { PipelineCounts, PipelineFormatCount, PipelineTool } from '../../events/pipeline-run.js';
import { failureOf, isIdentified, type AllFindings } from '../../formats/tools/findings/file-findings.js';

/** What a run found, in numbers, and a digest of all of it and of the tools. */
export interface Summary {
  readonly counts: PipelineCounts;
  /** Lower-case hex. The same for runs that found the same with the same tools. */
  readonly sha256: string;
}

/** Counts the findings, in one pass. */
export const summarise = async (findings: AllFindings, tools: readonly PipelineTool[]): Promise<Summary> => {
  const hash = createHash('sha256').update(JSON.stringify(tools));
  const counts = { identified: 0, unidentified: 0, infected: 0, failed: 0 };
  const formats = new Map<string, PipelineFormatCount>();
  for await (const each of findings) {
    hash.update(JSON.stringify(each));
    if (each.scanned?.result === 'infected') counts.infected += 1;
    if (failureOf(each) !== null) counts.failed += 1;
    const match = each.identified?.matches[0];
    if (match === undefined || !isIdentified(each)) {
      if (each.identified !== null) counts.unidentified += 1;
      continue;
    }
    counts.identified += 1;
    const { id: puid, format: name } = match;
    formats.set(puid, { puid, name, files: (formats.get(puid)?.files ?? 0) + 1 });
  }
  return { counts: { ...counts, formats: [...formats.values()] }, sha256: hash.digest('hex') };
};
