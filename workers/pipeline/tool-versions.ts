import { allEnded } from '../../flow/all-ended.js';
import type { PipelineTool } from '../../events/pipeline-run.js';
import type { IdentifierVersion, ScannerVersion } from '../../formats/tools/findings/findings.js';
import type { PipelineTools, ToolCall } from '../../formats/tools/findings/tool-ports.js';

/** The tools of a run; null for one that is not wanted. */
export interface ToolVersions {
  readonly identifier: IdentifierVersion | null;
  readonly scanner: ScannerVersion | null;
  readonly extractor: string | null;
  readonly reporter: string | null;
  /** The same, as they are recorded. */
  readonly list: readonly PipelineTool[];
  /** Sentences for whoever reads the results of the run. */
  readonly warnings: readonly string[];
}

/** When virus signatures are too old. */
export interface SignatureAge {
  readonly now: Date;
  /** Older signatures are warned of. */
  readonly mostDays: number;
}

/** Asks all tools for their versions at once. Throws ToolFailure for the first one that is missing. */
export const versionsOf = async (
  { identifier, scanner, extractor, reporter }: PipelineTools,
  age: SignatureAge,
  call: ToolCall,
): Promise<ToolVersions> => {
  const [ofIdentifier, ofScanner, ofExtractor, ofReporter] = await allEnded(
    versionOf(identifier, call),
    versionOf(scanner, call),
    versionOf(extractor, call),
    versionOf(reporter, call),
  );
  const versions = { identifier: ofIdentifier, scanner: ofScanner, extractor: ofExtractor, reporter: ofReporter };
  return {
    ...versions,
    list: listOf(versions),
    warnings: versions.scanner === null ? [] : ageWarnings(versions.scanner, age),
  };
};

const versionOf = async <Version>(
  tool: { version(call: ToolCall): Promise<Version> } | null | undefined,
  call: ToolCall,
): Promise<Version | null> => (await tool?.version(call)) ?? null;

const DAY_MS = 86_400_000;

const ageWarnings = ({ engine, signaturesMade }: ScannerVersion, { now, mostDays }: SignatureAge): string[] => {
  if (signaturesMade === null) return [`ClamAV ${engine} does not say when its virus signatures were made.`];
  const days = Math.floor((now.getTime() - signaturesMade.getTime()) / DAY_MS);
  if (days <= mostDays) return [];
  const made = signaturesMade.toISOString().slice(0, 10);
  return [`The virus signatures of ClamAV ${engine} were made on ${made}, ${days} days before the scan.`];
};

const listOf = ({
  identifier,
  scanner,
  extractor,
  reporter,
}: Omit<ToolVersions, 'list' | 'warnings'>): PipelineTool[] => {
  const list: PipelineTool[] = [];
  if (identifier !== null) {
    const { version, signature, created } = identifier;
    list.push({ name: 'siegfried', version, signatures: `${signature} (${created})` });
  }
  if (scanner !== null) list.push({ name: 'clamav', version: scanner.engine, signatures: scanner.definition });
  if (extractor !== null) list.push({ name: 'exiftool', version: extractor, signatures: null });
  if (reporter !== null) list.push({ name: 'brunnhilde', version: reporter, signatures: null });
  return list;
};
