import { isAscii } from 'node:buffer';

/** Builds a JSON value from its bytes, piece by piece: the value that `JSON.parse` gives for all of them together. */
export interface JsonBuilder {
  take(chunk: Uint8Array): void;
  /** The value. Throws SyntaxError, or TypeError for bytes that are not UTF-8. */
  end(): unknown;
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

interface Frame {
  readonly value: Record<string, unknown> | unknown[];
  key: string;
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const CONTROL = /[\0-\x1f]/;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const endsWord = (byte: number): boolean =>
  isSpace(byte) || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT;

export const jsonBuilder = (): JsonBuilder => {
  const open: Frame[] = [];
  let expected: Expected = 'value';
  let result: unknown;
  let rest = Buffer.alloc(0);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  const fault = (what: string): SyntaxError => new SyntaxError(`${what} where ${expected} was expected`);

  const put = (value: unknown): void => {
    if (expected !== 'value' && expected !== 'value or end') throw fault('a value stands');
    const frame = open.at(-1);
    if (frame === undefined) result = value;
    else if (Array.isArray(frame.value)) frame.value.push(value);
    else if (frame.key === '__proto__')
      Object.defineProperty(frame.value, frame.key, { value, writable: true, enumerable: true, configurable: true });
    else frame.value[frame.key] = value;
    expected = frame === undefined ? 'nothing' : 'comma or end';
  };
  const begin = (value: Frame['value']): void => {
    put(value);
    open.push({ value, key: '' });
    expected = Array.isArray(value) ? 'value or end' : 'key or end';
  };
  const close = (isList: boolean): void => {
    const frame = open.pop();
    const mayEnd = expected === 'comma or end' || expected === (isList ? 'value or end' : 'key or end');
    if (frame === undefined || !mayEnd || Array.isArray(frame.value) !== isList) throw fault('an end stands');
    expected = open.length === 0 ? 'nothing' : 'comma or end';
  };
  const takeText = (text: string): void => {
    const frame = open.at(-1);
    if (frame === undefined || (expected !== 'key' && expected !== 'key or end')) {
      put(text);
      return;
    }
    frame.key = text;
    expected = 'colon';
  };
  const takeMark = (byte: number): void => {
    if (byte === OPEN_OBJECT) begin({});
    else if (byte === OPEN_LIST) begin([]);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) close(byte === CLOSE_LIST);
    else if (byte === COLON && expected === 'colon') expected = 'value';
    else if (byte === COMMA && expected === 'comma or end')
      expected = Array.isArray(open.at(-1)?.value) ? 'value' : 'key';
    else throw fault('a mark stands');
  };
  const isMark = (byte: number): boolean =>
    byte === COMMA ||
    byte === COLON ||
    byte === OPEN_LIST ||
    byte === CLOSE_LIST ||
    byte === OPEN_OBJECT ||
    byte === CLOSE_OBJECT;

  /** Takes all tokens that are there to their last byte; answers where the first one begins that is not. */
  const takeTokens = (bytes: Buffer, isLast: boolean): number => {
    const ascii = isAscii(bytes);
    const textOf = (start: number, end: number): string =>
      ascii ? bytes.toString('latin1', start, end) : decoder.decode(bytes.subarray(start, end));
    let escape = bytes.indexOf(BACKSLASH);
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      if (isSpace(byte)) at += 1;
      else if (byte === QUOTE) {
        const end = endOfText(bytes, at);
        if (end === -1) return at;
        if (escape !== -1 && escape < at) escape = bytes.indexOf(BACKSLASH, at);
        const text = textOf(at + 1, end);
        if (escape !== -1 && escape < end) takeText(JSON.parse(`"${text}"`) as string);
        else if (CONTROL.test(text)) throw fault('a control character stands');
        else takeText(text);
        at = end + 1;
      } else if (isMark(byte)) {
        takeMark(byte);
        at += 1;
      } else {
        let end = at;
        while (end < bytes.length && !endsWord(bytes[end] ?? 0)) end += 1;
        if (end === bytes.length && !isLast) return at;
        put(JSON.parse(textOf(at, end)));
        at = end;
      }
    }
    return bytes.length;
  };

  const takeMore = (bytes: Buffer, isLast: boolean): void => {
    rest = Buffer.from(bytes.subarray(takeTokens(bytes, isLast)));
  };

  let broken: (() => never) | null = null;
  return {
    take(chunk) {
      if (broken !== null) return;
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      try {
        takeMore(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]), false);
      } catch (error) {
        broken = () => {
          throw error;
        };
      }
    },
    end() {
      broken?.();
      takeMore(rest, true);
      if (rest.length > 0 || expected !== 'nothing') throw fault('the end stands');
      return result;
    },
  };
};

/** Where the quotation mark is that ends the text which one at `start` begins; -1 when it has not come yet. */
export const endOfText = (bytes: Buffer, start: number): number => {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
};
