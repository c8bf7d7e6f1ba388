import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FINDING_KINDS, ROWS, type Finding, type FindingsSection } from '../../../commands/run-findings/findings.js';
import { failureOf, isIdentified, type FileFindings } from '../../../formats/tools/findings/file-findings.js';

/** Bytes of a section that are kept before they are written to its file. */
const BUFFER_BYTES = 65_536;
/** In characters. */
const LONGEST_REASON = 1_000;

interface OpenSection extends FindingsSection {
  readonly location: string;
  rows: number;
  bytes: number;
  buffered: string[];
  bufferedBytes: number;
  /** The length of each row, in bytes. */
  readonly lengths: number[];
}

/** The rows of findings in files of the local disk, one for each section, in the order in which they are added. */
export class FindingsRows {
  readonly #folder: string;
  readonly #sections = new Map<string, OpenSection>();

  /** `folder` exists and is empty. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(row: Finding): Promise<void> {
    const section = this.#sectionOf(row);
    const line = `${JSON.stringify(row)}\n`;
    const length = Buffer.byteLength(line);
    section.rows += 1;
    section.bytes += length;
    section.lengths.push(length);
    section.buffered.push(line);
    section.bufferedBytes += length;
    if (section.bufferedBytes >= BUFFER_BYTES) await flush(section);
  }

  /** Writes what is buffered. Answers the files in the order of their sections, and what an index says of the rows. */
  async end(): Promise<{
    readonly locations: readonly string[];
    readonly sections: readonly FindingsSection[];
    readonly offsets: readonly number[];
    readonly size: number;
  }> {
    const ordered = [...this.#sections.values()].sort(byOrder);
    for (const section of ordered) await flush(section);
    const offsets: number[] = [];
    let [row, size] = [0, 0];
    for (const { lengths } of ordered)
      for (const length of lengths) {
        if (row++ % ROWS === 0) offsets.push(size);
        size += length;
      }
    return {
      locations: ordered.map(({ location }) => location),
      sections: ordered.map(({ kind, puid, format, rows }) => ({ kind, puid, format, rows })),
      offsets,
      size,
    };
  }

  #sectionOf({ kind, puid, format }: Finding): OpenSection {
    const ofFormat = kind === 'identified' ? { puid, format } : { puid: null, format: null };
    const key = JSON.stringify([kind, ofFormat.puid]);
    let section = this.#sections.get(key);
    if (section === undefined) {
      const location = join(this.#folder, `${this.#sections.size}.ndjson`);
      section = { kind, ...ofFormat, location, rows: 0, bytes: 0, buffered: [], bufferedBytes: 0, lengths: [] };
      this.#sections.set(key, section);
    }
    return section;
  }
}

const flush = async (section: OpenSection): Promise<void> => {
  if (section.buffered.length === 0) return;
  await appendFile(section.location, section.buffered.join(''));
  section.buffered = [];
  section.bufferedBytes = 0;
};

const byOrder = (one: OpenSection, other: OpenSection): number =>
  FINDING_KINDS.indexOf(one.kind) - FINDING_KINDS.indexOf(other.kind) ||
  other.rows - one.rows ||
  ((one.puid ?? '') < (other.puid ?? '') ? -1 : 1);

/** What the tools found of a file, as rows; `filesRoot` is put before its path. */
export function* rowsOf(each: FileFindings, filesRoot: string): Generator<Finding> {
  const { identified, scanned } = each;
  const match = isIdentified(each) ? identified?.matches[0] : undefined;
  const row = (kind: Finding['kind'], reason: string | null): Finding => ({
    path: filesRoot + each.path,
    kind,
    reason: reason === null || reason === '' ? null : reason.slice(0, LONGEST_REASON),
    puid: match?.id ?? null,
    format: match?.format ?? null,
    size: identified?.size ?? null,
    expected: null,
    found: null,
  });
  if (scanned?.result === 'infected') yield row('infected', scanned.signature);
  if (scanned?.result === 'unread') yield row('not-scanned', scanned.reason);
  const failure = failureOf({ ...each, scanned: null });
  if (failure !== null) yield row('failed', failure);
  if (match !== undefined) yield row('identified', null);
  else if (identified !== null) yield row('not-identified', whyNot(identified));
}

const whyNot = ({ errors, matches }: NonNullable<FileFindings['identified']>): string => {
  if (matches.length > 1) return `Several formats: ${matches.map(({ id }) => id).join(', ')}.`;
  return errors === '' ? (matches[0]?.warning ?? '') : errors;
};
