import type { ObjectAddress } from '../../../formats/bytes.js';
import type { MediaFile, ShownInMets } from '../../../formats/mets/media-in-mets.js';
import type { MetsFailure } from '../../../formats/mets/mets-failure.js';
import type { LogicalRange } from '../../../formats/mets/model/described-mets.js';
import { success, type Result } from '../../../flow/result.js';
import { keptReadings } from '../../group-content/kept-readings.js';

/** A deposit, or a version of an archival group, as its media are served. */
export interface ShownMedia {
  readonly what: 'deposit' | 'archival group';
  /** What its METS says of a file; null where it says nothing. Paths are relative to the root of the files. */
  described(path: string): MediaFile | null;
  /** Where a file lies, if it is there; null where there is none. */
  at(path: string): ObjectAddress | null;
  /** Null without a METS. */
  readonly mets: ShownMets | null;
}

/** A METS as far as it is shown. */
export interface ShownMets {
  /** Quotation marks included. */
  readonly etag: string;
  readonly parts: Result<Pick<ShownInMets, 'canvases' | 'structures'>, MetsFailure>;
}

/** What a METS says of its files, by their paths, and its parts. */
export interface ReadMedia {
  readonly files: ReadonlyMap<string, MediaFile>;
  readonly parts: ShownMets['parts'];
}

/** Keeps what the METS say that were asked for last, by a key that names one state of one METS. */
export type KeepMedia = (
  key: readonly string[],
  read: () => Promise<Result<ShownInMets, MetsFailure>>,
) => Promise<ReadMedia>;

/** Files and ranges of all METS that are kept together. */
const MOST_ENTRIES = 300_000;

export const mediaKeeper = (): KeepMedia => {
  const kept = keptReadings<ReadMedia>(MOST_ENTRIES, weightOf);
  return (key, read) => kept(JSON.stringify(key), async () => readMedia(await read()));
};

/** The files of a METS that cannot be read are still there. */
const readMedia = (result: Result<ShownInMets, MetsFailure>): ReadMedia => {
  if (!result.ok) return { files: new Map(), parts: result };
  const { files, canvases, structures } = result.value;
  return { files: new Map(files.map((file) => [file.path, file])), parts: success({ canvases, structures }) };
};

const weightOf = ({ files, parts }: ReadMedia): number =>
  1 + files.size + (parts.ok ? entriesIn(parts.value.structures) : 0);

const entriesIn = (ranges: readonly LogicalRange[]): number =>
  ranges.reduce((sum, range) => sum + 1 + range.files.length + entriesIn(range.ranges), 0);
