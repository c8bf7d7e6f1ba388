import { createHash } from 'node:crypto';
import type { PipelineCounts, PipelineFormatCount, UnscannedFiles, PipelineTool } from '../../events/pipeline-run.js';
import {
  failureOf,
  isIdentified,
  type AllFindings,
  type FileFindings,
} from '../../formats/tools/findings/file-findings.js';

/** Is raised where the outputs of a run get another form, so that a next run replaces those of an earlier one. */
const FORM_OF_OUTPUTS = 2;

/** What a run found, in numbers, and a digest of all of it, of the tools and of the form of the outputs. */
export interface Summary {
  readonly counts: PipelineCounts;
  /** Lower-case hex. The same for runs that found the same with the same tools, and write it in the same form. */
  readonly sha256: string;
}

/** How many files that were not scanned are named; the report in the deposit names the others. */
const MOST_NAMED = 20;
/** In characters. */
const LONGEST_REASON = 300;

class UnscannedTally implements UnscannedFiles {
  files = 0;
  readonly named: { readonly path: string; readonly reason: string }[] = [];

  add({ path, scanned }: FileFindings): void {
    if (scanned?.result !== 'unread') return;
    this.files += 1;
    if (this.named.length < MOST_NAMED) this.named.push({ path, reason: scanned.reason.slice(0, LONGEST_REASON) });
  }
}

/** Counts the findings, in one pass. */
export const summarise = async (findings: AllFindings, tools: readonly PipelineTool[]): Promise<Summary> => {
  const hash = createHash('sha256').update(JSON.stringify([FORM_OF_OUTPUTS, tools]));
  const counts = { identified: 0, unidentified: 0, infected: 0, failed: 0 };
  const notScanned = new UnscannedTally();
  const formats = new Map<string, PipelineFormatCount>();
  for await (const each of findings) {
    hash.update(JSON.stringify(each));
    if (each.scanned?.result === 'infected') counts.infected += 1;
    if (failureOf(each) !== null) counts.failed += 1;
    notScanned.add(each);
    const match = each.identified?.matches[0];
    if (match === undefined || !isIdentified(each)) {
      if (each.identified !== null) counts.unidentified += 1;
      continue;
    }
    counts.identified += 1;
    const { id: puid, format: name } = match;
    formats.set(puid, { puid, name, files: (formats.get(puid)?.files ?? 0) + 1 });
  }
  return {
    counts: {
      ...counts,
      notScanned: { files: notScanned.files, named: notScanned.named },
      formats: [...formats.values()],
    },
    sha256: hash.digest('hex'),
  };
};
