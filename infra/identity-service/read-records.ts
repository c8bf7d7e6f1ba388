import {
  IDENTITY_FIELDS,
  readIdentityRecord,
  type IdentityRecord,
} from '../../formats/identity-records/identity-record.js';
import { isRecord } from '../../formats/json/json-record.js';
import type { SlicedWork } from '../../flow/slices.js';
import { arrayItems, RecordFileError, type ArrayItem } from './record-file-text.js';

const KNOWN: ReadonlySet<string> = new Set(IDENTITY_FIELDS);
const RECORDS_IN_A_SLICE = 1_000;

const parse = ({ text, line }: ArrayItem): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? 0);
    const breaks = text.slice(0, position).split('\n').length - 1;
    throw new RecordFileError(line + breaks, `not JSON: ${message.replace(/ in JSON at position .*/s, '')}`);
  }
};

const readRecord = (item: ArrayItem): IdentityRecord => {
  const value = parse(item);
  const other = Object.keys(isRecord(value) ? value : {}).find((name) => !KNOWN.has(name));
  if (other !== undefined) {
    const names = IDENTITY_FIELDS.join(', ');
    throw new RecordFileError(item.line, `the field '${other.slice(0, 100)}' is unknown; there are ${names}`);
  }
  const record = readIdentityRecord(value);
  if (record.ok) return record.value;
  throw new RecordFileError(item.line, record.refusal);
};

/**
 * Reads a file of identity records: a JSON array of objects with the fields of companion 14.3, each id once. Throws
 * RecordFileError for the first fault; there is no part of a file that is read then.
 */
export function* readRecords(bytes: Buffer): SlicedWork<readonly IdentityRecord[]> {
  const records: IdentityRecord[] = [];
  const lines = new Map<string, number>();
  for (const item of arrayItems(bytes)) {
    const record = readRecord(item);
    const before = lines.get(record.id);
    if (before !== undefined)
      throw new RecordFileError(
        item.line,
        `the id '${record.id.slice(0, 100)}' is that of the record in line ${before}`,
      );
    lines.set(record.id, item.line);
    if (records.push(record) % RECORDS_IN_A_SLICE === 0) yield;
  }
  return records;
}
