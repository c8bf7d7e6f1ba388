import { SaxesParser, type SaxesTagNS } from 'saxes';
import { PieceDecoder } from './decode.js';
import { XmlFault } from './fault.js';
import { MAX_DEPTH, MAX_MARKUP, type XmlLimits } from './limits.js';
import { notWellFormed, tooDeep, tooLong } from './syntax-fault.js';
import { TextGuard } from './text-guard.js';

/** The beginning of an element. */
export interface StartTag {
  /** The local name. */
  readonly local: string;
  /** The namespace; empty for none. */
  readonly uri: string;
  /** By their names as they are written, in their order; declarations of namespaces are among them. */
  readonly attributes: Readonly<Record<string, StartAttribute>>;
  /** The name as it is written. */
  readonly name: string;
}

export interface StartAttribute {
  readonly local: string;
  readonly uri: string;
  readonly value: string;
  readonly name: string;
}

/** What is told of a document as it is read. A text may come in several parts, and may be part of the piece it was in. */
export interface XmlEvents {
  start(tag: StartTag): void;
  text(text: string): void;
  end(tag: StartTag): void;
  /** A comment, an instruction or the marks of a CDATA section, as they are written. */
  other?(written: string): void;
}

/**
 * Reads a document from untrusted bytes, which come in pieces, without holding it. The same encodings are read and the
 * same is refused as by `parseXml`.
 */
export class EventReader {
  readonly #decoder = new PieceDecoder();
  readonly #guard: TextGuard;
  readonly #parser: SaxesParser<typeof OPTIONS>;
  #fault: XmlFault | null = null;

  constructor(
    events: XmlEvents,
    { maxMarkup = MAX_MARKUP, maxDepth = MAX_DEPTH }: Pick<XmlLimits, 'maxMarkup' | 'maxDepth'> = {},
  ) {
    this.#guard = new TextGuard(maxMarkup);
    this.#parser = parserFor(events, maxDepth);
  }

  /** Takes the next piece. Throws XmlFault for bytes that are not in their encoding, and what the events throw. */
  take(piece: Uint8Array): void {
    this.#see(this.#decoder.text(piece, false));
  }

  /** Ends the document. Throws XmlFault, and what the events throw. */
  end(): void {
    this.#see(this.#decoder.text(NOTHING, true));
    this.#guard.end();
    this.#fault ??= faultOf(() => this.#parser.close());
    if (this.#fault !== null) throw this.#fault;
  }

  #see(text: string): void {
    this.#guard.see(text);
    if (this.#fault === null && !this.#guard.isRefused) this.#fault = faultOf(() => this.#parser.write(text));
  }
}

const NOTHING = new Uint8Array();

/** What the guard finds in all of the document is graver than a fault of syntax in some line. */
const faultOf = (parse: () => unknown): XmlFault | null => {
  try {
    parse();
    return null;
  } catch (error) {
    if (error instanceof XmlFault) return error;
    throw error;
  }
};

const OPTIONS = { xmlns: true, position: false, forceXMLVersion: true, defaultXMLVersion: '1.0' } as const;

const parserFor = (events: XmlEvents, maxDepth: number): SaxesParser<typeof OPTIONS> => {
  const parser = new SaxesParser(OPTIONS);
  let depth = 0;
  const checked = (text: string): string => {
    if (isTooLong(text, MAX_TEXT)) throw tooLong(parser.line);
    return text;
  };
  parser.on('error', ({ message }) => {
    throw notWellFormed(message, parser.line);
  });
  parser.on('opentag', (tag) => {
    if (++depth > maxDepth) throw tooDeep(maxDepth, parser.line);
    checkLengths(tag, parser.line);
    events.start(tag);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    events.end(tag);
  });
  parser.on('text', (text) => {
    events.text(checked(text));
  });
  parser.on('cdata', (text) => {
    events.other?.('<![CDATA[');
    events.text(checked(text));
    events.other?.(']]>');
  });
  parser.on('comment', (text) => {
    checked(text);
    events.other?.(`<!--${text}-->`);
  });
  // With a seventh handler V8 makes the parser's object a dictionary, and reading takes four times as long.
  if (events.other !== undefined)
    parser.on('processinginstruction', ({ target, body }) => events.other?.(`<?${target} ${body}?>`));
  return parser;
};

/** The limits of libxml2, in bytes of UTF-8. */
const MAX_TEXT = 10_000_000;
const MAX_NAME = 50_000;

const isTooLong = (text: string, most: number): boolean => text.length * 3 > most && Buffer.byteLength(text) > most;

const checkLengths = ({ name, attributes }: SaxesTagNS, line: number): void => {
  if (isTooLong(name, MAX_NAME)) throw tooLong(line);
  for (const each in attributes)
    if (isTooLong(each, MAX_NAME) || isTooLong(attributes[each]?.value ?? '', MAX_TEXT)) throw tooLong(line);
};
