import type { Losses } from '../../text/decoded-text.js';
import { LONGEST } from '../../text/limits.js';
import { chomp, linesOf } from '../../text/lines.js';

/** A record that is being read; it may span several lines. */
interface OpenRecord {
  readonly fields: string[];
  field: string;
  isAtStart: boolean;
  isQuoted: boolean;
}

const begin = (): OpenRecord => ({ fields: [], field: '', isAtStart: true, isQuoted: false });

/**
 * The records of comma-separated values (RFC 4180). Text after a closing quote belongs to its field. A record longer
 * than LONGEST has an unclosed quote: each of its lines is then read as a record.
 */
export async function* csvRecords(
  chunks: AsyncIterable<Uint8Array>,
  losses: Losses,
): AsyncGenerator<readonly string[]> {
  let record = begin();
  let lines: string[] = [];
  let length = 0;
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block) {
      lines.push(line);
      length += line.length;
      const isWhole = readInto(record, line);
      if (!isWhole && length <= LONGEST) continue;
      if (isWhole) yield record.fields;
      else yield* lines.map(readAlone);
      record = begin();
      lines = [];
      length = 0;
    }
  }
  yield* lines.map(readAlone);
}

const readAlone = (line: string): readonly string[] => {
  const record = begin();
  return readInto(record, line) ? record.fields : [...record.fields, chomp(record.field)];
};

/** Reads one more line; answers whether the record ends with it. */
const readInto = (record: OpenRecord, line: string): boolean => {
  let at = 0;
  for (;;) {
    if (record.isAtStart && line[at] === '"') {
      record.isQuoted = true;
      at += 1;
    }
    record.isAtStart = false;
    if (record.isQuoted) {
      const quote = line.indexOf('"', at);
      record.field += line.slice(at, quote === -1 ? undefined : quote);
      if (quote === -1) return false;
      at = quote + 1;
      if (line[at] === '"') {
        record.field += '"';
        at += 1;
        continue;
      }
      record.isQuoted = false;
    }
    const comma = line.indexOf(',', at);
    record.field += comma === -1 ? chomp(line.slice(at)) : line.slice(at, comma);
    record.fields.push(record.field);
    if (comma === -1) return true;
    record.field = '';
    record.isAtStart = true;
    at = comma + 1;
  }
};
