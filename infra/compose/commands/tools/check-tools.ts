import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ToolFailure,
  type BatchReporter,
  type FormatIdentifier,
  type LocalFile,
  type MetadataExtractor,
  type PipelineTools,
  type ToolCall,
  type ToolName,
  type VirusScanner,
} from '../../../../formats/tools/findings/tool-ports.js';
import { eicar } from '../../../tools/clamav/eicar.js';

/** What came of trying a tool. */
export interface ToolCheck {
  readonly tool: ToolName;
  readonly works: boolean;
  /** A sentence or a few for whoever installs tools. */
  readonly text: string;
}

/** What is tried, with what. */
export interface CheckedTools {
  readonly tools: PipelineTools;
  readonly wanted: readonly ToolName[];
  /** Why there is no batch reporter; null where it is not installed. */
  readonly reporterLacks: string | null;
  /** Virus signatures that are older are reported. */
  readonly ageDays: number;
  readonly now: Date;
  readonly signal: AbortSignal;
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DAY_MS = 86_400_000;

/** One image, in a folder of its own, and the EICAR test file beside that folder. */
interface Samples {
  readonly folder: string;
  readonly image: LocalFile;
  readonly virus: LocalFile;
  /** An empty folder. */
  readonly report: string;
}

const writeSamples = async (folder: string): Promise<Samples> => {
  const [images, report] = [join(folder, 'images'), join(folder, 'report')];
  await Promise.all([images, report].map((each) => mkdir(each)));
  const image = { path: 'pixel.png', location: join(images, 'pixel.png') };
  const virus = { path: 'eicar.txt', location: join(folder, 'eicar.txt') };
  await writeFile(image.location, Buffer.from(PIXEL, 'base64'));
  await writeFile(virus.location, eicar());
  return { folder: images, image, virus, report };
};

const collected = async <T>(results: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const each of results) all.push(each);
  return all;
};

type TrialResult = Omit<ToolCheck, 'tool'>;

const tryIdentifier = async (
  identifier: FormatIdentifier,
  { image }: Samples,
  call: ToolCall,
): Promise<TrialResult> => {
  const { version, signature, created, identifiers } = await identifier.version(call);
  const [found] = await collected(identifier.identify([image], call));
  const key = found?.matches[0]?.id ?? 'nothing';
  const details = identifiers.map(({ name, details: of }) => `${name}: ${of}`).join('; ');
  const text = `${version}, signatures ${signature} of ${created} (${details})`;
  if (/^fmt\/1[123]$/.test(key)) return { works: true, text };
  return { works: false, text: `${text}; it identified a PNG as ${key}` };
};

const tryScanner = async (
  scanner: VirusScanner,
  { image, virus }: Samples,
  { signal, ageDays, now }: CheckedTools,
): Promise<TrialResult> => {
  const { definition, signaturesMade } = await scanner.version({ signal });
  await using scan = await scanner.begin({ signal });
  const found = await collected(scan.scan([image, virus]));
  const knownViruses = await scan.end();
  const resultOf = ({ path }: LocalFile): string =>
    found.find((each) => each.path === path)?.outcome.result ?? 'nothing';
  const works = resultOf(image) === 'clean' && resultOf(virus) === 'infected';
  const parts = [
    definition,
    ...(knownViruses === null ? [] : [`${knownViruses} ${knownViruses === 1 ? 'signature' : 'signatures'}`]),
    ageText(signaturesMade, ageDays, now),
    ...(works ? [] : [`it reported the EICAR test file as ${resultOf(virus)}, and a PNG as ${resultOf(image)}`]),
  ];
  return { works, text: parts.join('; ') };
};

const ageText = (made: Date | null, ageDays: number, now: Date): string => {
  if (made === null) return 'the age of its signatures is unknown (those of freshclam have a date)';
  const days = Math.floor((now.getTime() - made.getTime()) / DAY_MS);
  const text = `signatures of ${made.toISOString().slice(0, 10)}`;
  return days > ageDays ? `${text}, TOO OLD: ${days} days, more than ${ageDays}; get new ones with freshclam` : text;
};

const tryExtractor = async (extractor: MetadataExtractor, { image }: Samples, call: ToolCall): Promise<TrialResult> => {
  const text = await extractor.version(call);
  const [found] = await collected(extractor.extract([image], call));
  const kind = found?.tags.find(({ name }) => name === 'File Type')?.value ?? 'nothing';
  return kind === 'PNG' ? { works: true, text } : { works: false, text: `${text}; it identified a PNG as ${kind}` };
};

const tryReporter = async (reporter: BatchReporter, samples: Samples, call: ToolCall): Promise<TrialResult> => {
  const text = await reporter.version(call);
  await reporter.report(samples.folder, samples.report, call);
  return { works: true, text };
};

const withoutReporter = (lacks: string | null): string => {
  const why = lacks === null ? 'not installed' : `not used, since it needs ${lacks}, which is not installed`;
  return `${why}; the platform writes the report of a run itself, from what the other tools find`;
};

const tryTool = async (tool: ToolName, samples: Samples, checked: CheckedTools): Promise<TrialResult> => {
  const { identifier, scanner, extractor, reporter } = checked.tools;
  if (tool === 'siegfried' && identifier !== null) return tryIdentifier(identifier, samples, checked);
  if (tool === 'clamav' && scanner !== null) return tryScanner(scanner, samples, checked);
  if (tool === 'exiftool' && extractor !== null) return tryExtractor(extractor, samples, checked);
  if (reporter !== null) return tryReporter(reporter, samples, checked);
  return { works: true, text: withoutReporter(checked.reporterLacks) };
};

/** Tries each wanted tool on samples in a temporary folder. Throws the signal's reason. */
export async function* checkTools(checked: CheckedTools): AsyncGenerator<ToolCheck> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-tools-'));
  try {
    const samples = await writeSamples(folder);
    for (const tool of checked.wanted) {
      try {
        yield { tool, ...(await tryTool(tool, samples, checked)) };
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        yield { tool, works: false, text: error.message };
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
