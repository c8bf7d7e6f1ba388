import { xmlTextViolation } from '../../xml/characters.js';
import type { XmlElement } from '../../xml/tree.js';
import type { RangeFile } from '../model/described-mets.js';
import { entryAt, type IndexedMets } from '../indexed/indexed-mets.js';
import { MetsFault } from '../model/fault.js';
import { isNcName } from '../ids/nc-name.js';
import { checkTerms, type NewTerms } from '../mods/new-terms.js';

/** A range to be written. A `LogicalRange` that was read is one, too. */
export interface NewRange {
  /** The ID of its div, which nothing else in the document may have. */
  readonly id: string;
  /** Free text, such as `Collection`. */
  readonly type: string;
  readonly name: string | null;
  /** The texts of its label in a manifest that an editor may have changed; none by default. */
  readonly labels?: readonly string[];
  readonly own?: NewTerms;
  readonly ranges: readonly NewRange[];
  readonly files: readonly NewRangeFile[];
}

export type NewRangeFile = Omit<RangeFile, 'isWhole'>;

/** The range and its descendants. */
export const rangesWithin = (range: NewRange): NewRange[] => [range, ...range.ranges.flatMap(rangesWithin)];

/**
 * Throws MetsFault `mets-range-invalid`, `mets-value-unwritable`, `mets-path-unknown` or `mets-not-a-file`. `replaced`
 * are the IDs that the ranges may reuse.
 */
export const checkRanges = (indexed: IndexedMets, roots: readonly NewRange[], replaced: ReadonlySet<string>): void => {
  const seen = new Set<string>();
  for (const { id, type, name, own, files } of roots.flatMap(rangesWithin)) {
    if (seen.size === seen.add(id).size) throw invalid(id, 'more than one range has it');
    if (!replaced.has(id) && indexed.ids.has(id)) throw invalid(id, 'something else in the METS has it');
    if (!replaced.has(id) && !isNcName(id)) throw invalid(id, 'it is no XML name');
    checkText(id, 'type', type);
    checkText(id, 'name', name ?? '');
    checkTerms(id, own ?? {});
    for (const file of files) checkFile(indexed, id, file);
  }
};

const checkText = (id: string, what: string, text: string): void => {
  const why = xmlTextViolation(text);
  if (why !== null)
    throw new MetsFault('mets-value-unwritable', `The ${what} of the range '${id}' cannot be written: ${why}.`);
};

const checkFile = (indexed: IndexedMets, id: string, { localPath, region, beginTime, endTime }: NewRangeFile): void => {
  fileElementAt(indexed, localPath);
  const begin = beginTime ?? 0;
  const end = endTime ?? begin;
  if (!Number.isFinite(end) || !(begin >= 0 && begin <= end))
    throw invalid(id, `it names a time of '${localPath}' that is none`);
  const corners = region === null ? [] : [region.x1, region.y1, region.x2, region.y2];
  if (!corners.every((corner) => Number.isSafeInteger(corner) && corner >= 0))
    throw invalid(id, `it names a region of '${localPath}' that is none`);
};

const invalid = (id: string, why: string): MetsFault =>
  new MetsFault('mets-range-invalid', `The range '${id}' cannot be written: ${why}.`);

/** The mets:file at a path. Throws MetsFault `mets-path-unknown` or `mets-not-a-file`. */
export const fileElementAt = (indexed: IndexedMets, path: string): XmlElement => {
  const { file } = entryAt(indexed, path);
  if (file === null) throw new MetsFault('mets-not-a-file', 'WorkingFile path does not end on a file');
  return file.element;
};

export const fileIdAt = (indexed: IndexedMets, path: string): string =>
  fileElementAt(indexed, path).attribute('ID') ?? '';
