const [COMMA, COLON] = [0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

type ExpectedToken = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/** An object or a list that has not ended, and the key whose value comes next. */
interface Frame {
  readonly value: Record<string, unknown> | unknown[];
  key: string;
}

/** Whether a byte is one of the six structural characters of JSON (RFC 8259, 2). */
export const isStructural = (byte: number): boolean =>
  byte === COMMA ||
  byte === COLON ||
  byte === OPEN_LIST ||
  byte === CLOSE_LIST ||
  byte === OPEN_OBJECT ||
  byte === CLOSE_OBJECT;

/** Builds a JSON value from its tokens. Throws SyntaxError for a token in the wrong place. */
export class JsonAssembler {
  readonly #open: Frame[] = [];
  #expected: ExpectedToken = 'value';
  #result: unknown;

  /** Takes a structural character. */
  takeStructural(byte: number): void {
    if (byte === OPEN_OBJECT) this.#begin({});
    else if (byte === OPEN_LIST) this.#begin([]);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close(byte === CLOSE_LIST);
    else this.#separate(byte);
  }

  /** Takes a string: a value or a key. */
  takeText(text: string): void {
    const frame = this.#open.at(-1);
    if (frame === undefined || (this.#expected !== 'key' && this.#expected !== 'key or end')) {
      this.takeValue(text);
      return;
    }
    frame.key = text;
    this.#expected = 'colon';
  }

  /** Takes a number, `true`, `false`, `null` or a string that is no key. */
  takeValue(value: unknown): void {
    if (this.#expected !== 'value' && this.#expected !== 'value or end') throw this.fault('a value stands');
    const frame = this.#open.at(-1);
    if (frame === undefined) this.#result = value;
    else if (Array.isArray(frame.value)) frame.value.push(value);
    else if (frame.key === '__proto__')
      Object.defineProperty(frame.value, frame.key, { value, writable: true, enumerable: true, configurable: true });
    else frame.value[frame.key] = value;
    this.#expected = frame === undefined ? 'nothing' : 'comma or end';
  }

  /** The value, once all tokens were taken. */
  end(): unknown {
    if (this.#expected !== 'nothing') throw this.fault('the end stands');
    return this.#result;
  }

  /** The error for an unexpected token. */
  fault(what: string): SyntaxError {
    return new SyntaxError(`${what} where ${this.#expected} was expected`);
  }

  #begin(value: Frame['value']): void {
    this.takeValue(value);
    this.#open.push({ value, key: '' });
    this.#expected = Array.isArray(value) ? 'value or end' : 'key or end';
  }

  #close(isList: boolean): void {
    const frame = this.#open.pop();
    const mayEnd = this.#expected === 'comma or end' || this.#expected === (isList ? 'value or end' : 'key or end');
    if (frame === undefined || !mayEnd || Array.isArray(frame.value) !== isList) throw this.fault('an end stands');
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma or end';
  }

  #separate(byte: number): void {
    if (byte === COLON && this.#expected === 'colon') this.#expected = 'value';
    else if (byte === COMMA && this.#expected === 'comma or end')
      this.#expected = Array.isArray(this.#open.at(-1)?.value) ? 'value' : 'key';
    else throw this.fault('a mark stands');
  }
}
