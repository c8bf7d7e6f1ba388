import { endOfText } from '../../formats/json/json-builder.js';

const [QUOTE, COMMA, LINE_END] = [0x22, 0x2c, 0x0a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Why a file of records cannot be read. The message begins with the line. */
export class RecordFileError extends Error {
  override name = 'RecordFileError';
  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
  }
}

/** An item of a JSON array as its text; `line` is that of its first character, from 1. */
export interface ArrayItem {
  readonly text: string;
  readonly line: number;
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === LINE_END || byte === 0x0d || byte === 0x09;

/** Counts lines from where it last counted. */
const lineCounter = (bytes: Buffer): ((offset: number) => number) => {
  let [counted, line] = [0, 1];
  return (offset) => {
    for (
      let end = bytes.indexOf(LINE_END, counted);
      end !== -1 && end < offset;
      end = bytes.indexOf(LINE_END, counted)
    ) {
      line += 1;
      counted = end + 1;
    }
    return line;
  };
};

const afterSpaces = (bytes: Buffer, start: number): number => {
  let at = start;
  while (isSpace(bytes[at])) at += 1;
  return at;
};

/** Where the item that begins at `start` ends: at a comma or a closing bracket of the array; -1 where it does not end. */
const endOfItem = (bytes: Buffer, start: number): number => {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfText(bytes, at);
      if (at === -1) return -1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) return at;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return -1;
};

/** The items of a file that holds one JSON array, one by one, unparsed. Throws RecordFileError. */
export function* arrayItems(bytes: Buffer): Generator<ArrayItem> {
  const lineAt = lineCounter(bytes);
  const marked = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  let at = afterSpaces(bytes, marked ? 3 : 0);
  if (bytes[at] !== OPEN_LIST) throw new RecordFileError(lineAt(at), 'the file is not a JSON array of records');
  at = afterSpaces(bytes, at + 1);
  for (let isFirst = true; !(isFirst && bytes[at] === CLOSE_LIST); isFirst = false) {
    const line = lineAt(at);
    const end = endOfItem(bytes, at);
    if (end === -1) throw new RecordFileError(line, 'the record that begins here, or the array, has no end');
    if (end === at) throw new RecordFileError(line, 'a record is missing; the last one has no comma behind it');
    yield { text: bytes.toString('utf8', at, end), line };
    at = end;
    if (bytes[at] === CLOSE_LIST) break;
    at = afterSpaces(bytes, at + 1);
  }
  at = afterSpaces(bytes, at + 1);
  if (at < bytes.length) throw new RecordFileError(lineAt(at), 'something follows the array');
}
