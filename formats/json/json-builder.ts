import { isAscii } from 'node:buffer';
import { isStructural, JsonAssembler } from './json-assembler.js';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const CONTROL = /[\0-\x1f]/;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Builds a JSON value from its bytes, piece by piece: the value that `JSON.parse` gives for all of them together. */
export class JsonBuilder {
  readonly #assembler = new JsonAssembler();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** The beginning of an incomplete token. */
  #rest: Buffer = Buffer.alloc(0);
  #broken: { readonly error: unknown } | null = null;

  /** Takes the next bytes; errors in them are thrown by `end`. */
  take(chunk: Uint8Array): void {
    if (this.#broken !== null) return;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    try {
      this.#takeMore(this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]), false);
    } catch (error) {
      this.#broken = { error };
    }
  }

  /** The value. Throws SyntaxError, or TypeError for bytes that are not UTF-8. */
  end(): unknown {
    if (this.#broken !== null) throw this.#broken.error;
    this.#takeMore(this.#rest, true);
    if (this.#rest.length > 0) throw this.#assembler.fault('the end stands');
    return this.#assembler.end();
  }

  #takeMore(bytes: Buffer, isLast: boolean): void {
    this.#rest = Buffer.from(bytes.subarray(this.#takeTokens(bytes, isLast)));
  }

  /** Takes all complete tokens; answers where the first incomplete one begins. */
  #takeTokens(bytes: Buffer, isLast: boolean): number {
    const text = this.#reader(bytes);
    let escape = bytes.indexOf(BACKSLASH);
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      if (isSpace(byte)) at += 1;
      else if (byte === QUOTE) {
        const end = endOfText(bytes, at);
        if (end === -1) return at;
        if (escape !== -1 && escape < at) escape = bytes.indexOf(BACKSLASH, at);
        this.#takeText(text(at + 1, end), escape !== -1 && escape < end);
        at = end + 1;
      } else if (isStructural(byte)) {
        this.#assembler.takeStructural(byte);
        at += 1;
      } else {
        const end = endOfWord(bytes, at);
        if (end === bytes.length && !isLast) return at;
        this.#assembler.takeValue(JSON.parse(text(at, end)));
        at = end;
      }
    }
    return bytes.length;
  }

  /** Decodes the text between two offsets. */
  #reader(bytes: Buffer): (start: number, end: number) => string {
    const isPlain = isAscii(bytes);
    return (start, end) =>
      isPlain ? bytes.toString('latin1', start, end) : this.#decoder.decode(bytes.subarray(start, end));
  }

  #takeText(written: string, isEscaped: boolean): void {
    if (isEscaped) this.#assembler.takeText(JSON.parse(`"${written}"`) as string);
    else if (CONTROL.test(written)) throw this.#assembler.fault('a control character stands');
    else this.#assembler.takeText(written);
  }
}

/** The index of the closing quotation mark of the string that opens at `start`; -1 when it is not in `bytes`. */
export const endOfText = (bytes: Buffer, start: number): number => {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
};

const endOfWord = (bytes: Buffer, start: number): number => {
  let end = start;
  while (end < bytes.length && !endsWord(bytes[end] ?? 0)) end += 1;
  return end;
};

/**
 * A word ends before white space, a comma or a closing bracket; any other character belongs to it, and `JSON.parse`
 * rejects it.
 */
const endsWord = (byte: number): boolean => isSpace(byte) || byte === 0x2c || byte === 0x5d || byte === 0x7d;
