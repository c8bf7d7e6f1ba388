import { mkdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import { allOrNone } from '../../flow/all-or-none.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { isReplaced } from '../../formats/bytes.js';
import { asOfOriginal } from '../../formats/tools/findings/as-of-original.js';
import type { FileFindings } from '../../formats/tools/findings/file-findings.js';
import type { LocalFile, PipelineTools, VirusScan } from '../../formats/tools/findings/tool-ports.js';
import type { Progress } from '../progress.js';
import type { Step } from '../step.js';
import { countFiles } from './count-files.js';
import type { StepTimes } from './step-times.js';
import { StoredFindings } from './findings/stored-findings.js';
import type { LocalCopies } from './local-copies.js';
import { requireResults } from './require-results.js';
import { RunFailure } from './run-failure.js';

/** What looking at the files of a deposit uses. */
export interface LookOptions {
  readonly tools: PipelineTools;
  readonly copies: LocalCopies;
  /** The deposit's files, with the folder of the files to preserve before their paths. */
  readonly place: { readonly bucket: string; readonly prefix: string; readonly filesRoot: string };
  /** The folder of the run. */
  readonly folder: string;
  /** Where tools put their temporary files. */
  readonly temporaryFolder: string;
  /** How many bytes of copies there may be at a time. */
  readonly maxBytes: number;
  /** Lists the files, each time anew. */
  readonly list: () => Promise<readonly WorkspaceObject[]>;
  readonly step: Step;
  /** Is told how long each tool works. */
  readonly times: StepTimes;
  /** Is told of each file that all tools have looked at. */
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

const BATCH_FILES = 1_000;
/** While the tools look at one batch, the next is copied and looked at as well. */
const CONCURRENT_BATCHES = 2;
const CONCURRENT_COPIES = 8;
/** How often files that were replaced meanwhile are looked at again. */
const ROUNDS = 3;

type Batch = readonly WorkspaceObject[];

/** What the tools found, and the files as they were when they looked. */
export interface LookedAt {
  readonly findings: StoredFindings;
  readonly files: readonly WorkspaceObject[];
  /** The signatures of the virus scanner; null where none is wanted, or it does not tell. */
  readonly knownViruses: number | null;
}

/** Looking, with what all batches share. */
interface SharedLookOptions extends LookOptions {
  /** The scan of all files, since a scanner may take long to load its signatures; null where none is wanted. */
  readonly scan: VirusScan | null;
  /** Stops the work on all batches. */
  readonly fail: (failure: unknown) => void;
}

/**
 * Has every tool look at every file. Each file is copied once, or linked, for all tools, under a plain name with its
 * own extension, so that no tool meets an odd name. Files that were replaced meanwhile are looked at again. Throws
 * RunFailure where that does not end or there is no room, ToolFailure where a tool gives no result, or
 * fails on all files.
 */
export const lookAtFiles = async (given: LookOptions): Promise<LookedAt> => {
  const stop = new AbortController();
  const signal = AbortSignal.any([given.signal, stop.signal]);
  const { tools, temporaryFolder } = given;
  await using scan = (await tools.scanner?.begin({ signal, temporaryFolder })) ?? null;
  const looking = { ...given, signal, scan, fail: (failure: unknown) => stop.abort(failure) };
  const looked = await lookInRounds(looking);
  await requireResults(looked.findings);
  return { ...looked, knownViruses: scan === null ? null : await scan.end() };
};

const lookInRounds = async (looking: SharedLookOptions): Promise<Omit<LookedAt, 'knownViruses'>> => {
  const folder = join(looking.folder, 'findings');
  await mkdir(folder);
  const findings = new StoredFindings(folder);
  let listed = await looking.list();
  let batches = batchesOf(listed, looking);
  let outdated = [...batches.keys()];
  for (let round = 1; outdated.length > 0; round++) {
    if (round > ROUNDS) throw new RunFailure(`Files of the deposit were replaced while the tools looked at them.`);
    await forEachConcurrently(outdated, { width: CONCURRENT_BATCHES }, async (index) => {
      const found = await lookAtBatch(looking, batches[index] ?? [], join(looking.folder, `files-${round}-${index}`));
      await findings.put(index, found);
    });
    listed = await looking.list();
    ({ batches, outdated } = compared(batches, listed, looking));
  }
  return { findings, files: listed };
};

/**
 * In the order of the listing. A batch has no more bytes than fit, but for a single larger file, which is refused where
 * every file takes room.
 */
const batchesOf = (files: Batch, { maxBytes: ofAll, copies: { takesRoom } }: LookOptions): Batch[] => {
  const maxBytes = ofAll / CONCURRENT_BATCHES;
  const batches: WorkspaceObject[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    if (takesRoom && file.size > maxBytes)
      throw new RunFailure(
        `${file.path} has ${file.size} bytes, and the tools may have ${Math.floor(maxBytes)} at a time on the disk of the worker.`,
      );
    const batch = batches.at(-1);
    bytes += file.size;
    if (batch === undefined || batch.length >= BATCH_FILES || bytes > maxBytes) {
      batches.push([file]);
      bytes = file.size;
    } else batch.push(file);
  }
  return batches;
};

/** The batches by a new listing, and which of them must be looked at again; new files come last. */
const compared = (
  batches: readonly Batch[],
  listed: Batch,
  looking: LookOptions,
): { batches: Batch[]; outdated: number[] } => {
  const now = new Map(listed.map((file) => [file.path, file]));
  const outdated: number[] = [];
  const next = batches.map((batch, index): Batch => {
    const present = batch.map(({ path }) => now.get(path)).filter((file) => file !== undefined);
    for (const { path } of present) now.delete(path);
    const isSame = present.length === batch.length && batch.every(({ etag }, at) => present[at]?.etag === etag);
    if (!isSame) outdated.push(index);
    return present;
  });
  for (const added of batchesOf([...now.values()], looking)) outdated.push(next.push(added) - 1);
  return { batches: next, outdated };
};

/** A file that was replaced or deleted since the listing has no findings; the next listing tells of it. */
const lookAtBatch = async (looking: SharedLookOptions, batch: Batch, folder: string): Promise<FileFindings[]> => {
  await mkdir(folder);
  try {
    const files = await copyFiles(looking, batch, folder);
    const found = await findingsOf(looking, files);
    const originals = new Map(batch.map((each) => [each.path.slice(looking.place.filesRoot.length), each]));
    return found.map((each) => {
      const original = originals.get(each.path);
      return original === undefined ? each : asOfOriginal(each, original.fileModified ?? original.modified);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

interface CopiedFile extends LocalFile {
  readonly size: number;
}

const copyFiles = async (
  { copies, place, step, signal }: LookOptions,
  batch: Batch,
  folder: string,
): Promise<CopiedFile[]> => {
  const files: CopiedFile[] = [];
  await forEachConcurrently(batch.entries(), { width: CONCURRENT_COPIES }, async ([index, { path, etag, size }]) => {
    const at = { bucket: place.bucket, key: place.prefix + path, etag };
    const location = join(folder, `${index}${extensionOf(path)}`);
    let isFirst = true;
    try {
      await step('copy-file', async () => {
        if (!isFirst) await rm(location, { force: true }); // of an attempt that failed
        isFirst = false;
        await copies.put(at, location, signal);
      });
      files.push({ path: path.slice(place.filesRoot.length), location, size });
    } catch (error) {
      if (!isReplaced(error)) throw error;
    }
  });
  return files;
};

/** The extension, by which a format may be known; none where it is no plain one. */
const extensionOf = (path: string): string => {
  const extension = extname(path);
  return /^\.[A-Za-z0-9_-]{1,32}$/.test(extension) ? extension : '';
};

/** The tools run side by side; the failure of one stops the others. */
const findingsOf = async (looking: SharedLookOptions, files: CopiedFile[]): Promise<FileFindings[]> => {
  if (files.length === 0) return [];
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const { tools, scan, progress, signal, temporaryFolder, fail, times } = looking;
  const call = { signal, temporaryFolder };
  const used = [tools.identifier, scan, tools.extractor].filter((tool) => tool !== null);
  const count = countFiles(progress, files, used.length);
  const [identified, scanned, extracted] = await allOrNone(
    [
      times.toolWorks('siegfried', () =>
        byPath('format identification', files, tools.identifier?.identify(files, call), count),
      ),
      times.toolWorks('clamav', () => byPath('virus scan', files, scan?.scan(files), count)),
      times.toolWorks('exiftool', () =>
        byPath('metadata extraction', files, tools.extractor?.extract(files, call), count),
      ),
    ],
    fail,
  );
  return files.map(({ path }) => ({
    path,
    identified: identified?.get(path) ?? null,
    scanned: scanned?.get(path)?.outcome ?? null,
    extracted: extracted?.get(path) ?? null,
  }));
};

/** The results by path; null without the tool. A file without a result ends the run: nothing is taken for granted. */
const byPath = async <Found extends { readonly path: string }>(
  what: string,
  files: readonly LocalFile[],
  results: AsyncIterable<Found> | undefined,
  count: (path: string) => void,
): Promise<ReadonlyMap<string, Found> | null> => {
  if (results === undefined) return null;
  const found = new Map<string, Found>();
  for await (const each of results) {
    found.set(each.path, each);
    count(each.path);
  }
  const without = files.find(({ path }) => !found.has(path));
  if (without !== undefined) throw new RunFailure(`The ${what} gave no result for ${without.path}.`);
  return found;
};
