import { XmlFault } from './fault.js';

/**
 * Looks through the text of a document, piece by piece, for what no parser shall see: NUL characters, a DTD (without one
 * there are no entities), and more than `maxMarkup` tags or attributes, each of which takes far more memory than its
 * bytes.
 */
export class TextGuard {
  readonly #maxMarkup: number;
  readonly #types = new DocumentTypeSearch();
  readonly #found = { '<': 0, '=': 0 };
  /** Line feeds before the next piece. */
  #lines = 0;
  #isBlank = true;
  #nul: XmlFault | null = null;
  #dtd: XmlFault | null = null;
  #many: XmlFault | null = null;

  constructor(maxMarkup: number) {
    this.#maxMarkup = maxMarkup;
  }

  /** Whether something was found, so that the document is refused at its end. */
  get isRefused(): boolean {
    return (this.#nul ?? this.#dtd ?? this.#many) !== null;
  }

  see(text: string): void {
    if (this.#isBlank) this.#isBlank = text.trim() === '';
    this.#nul ??= this.#nulIn(text);
    this.#dtd ??= this.#types.see(text);
    this.#many ??= this.#manyIn(text, '<') ?? this.#manyIn(text, '=');
    this.#lines += lineFeedsIn(text, text.length);
  }

  /** Throws XmlFault, the gravest of what was found first. */
  end(): void {
    if (this.#isBlank) throw new XmlFault('xml-not-well-formed', 'The document is empty.');
    const fault = this.#nul ?? this.#dtd ?? this.#many;
    if (fault !== null) throw fault;
  }

  #nulIn(text: string): XmlFault | null {
    const at = text.indexOf('\0');
    return at < 0
      ? null
      : new XmlFault('xml-not-well-formed', 'The document holds a NUL character.', this.#lineAt(text, at));
  }

  #manyIn(text: string, character: '<' | '='): XmlFault | null {
    const most = this.#maxMarkup;
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      if (++this.#found[character] <= most) continue;
      const message = `The document has more than ${most} times '${character}'.`;
      return new XmlFault('xml-too-large', message, this.#lineAt(text, at));
    }
    return null;
  }

  #lineAt(text: string, index: number): number {
    return this.#lines + lineFeedsIn(text, index) + 1;
  }
}

/**
 * Finds the first document type or entity declaration in a text that comes in pieces. Comments, CDATA sections and
 * instructions are skipped; after an unclosed one nothing is searched, since no parser reads on either.
 */
class DocumentTypeSearch {
  /** The end of the span that the next piece continues; empty outside of one. */
  #end = '';
  /** What was seen and may be the beginning of markup, or of the end of the span. */
  #rest = '';
  /** Line feeds before the rest. */
  #lines = 0;

  see(piece: string): XmlFault | null {
    const text = this.#rest + piece;
    const found = this.#searched(text);
    if (found !== null) return found;
    this.#lines += lineFeedsIn(text, text.length - this.#rest.length);
    return null;
  }

  #searched(text: string): XmlFault | null {
    let at = this.#outOfSpan(text, 0);
    while (at !== null) {
      const start = markupFrom(text, at);
      if (start < 0) return this.#keep(text, text.endsWith('<') ? text.length - 1 : text.length);
      const span = startingAt(SPANS, text, start);
      const declared = startingAt(DECLARATIONS, text, start);
      if (declared !== undefined) return this.#refusal(declared.what, text, start);
      if (span === undefined && text.length - start < LONGEST) return this.#keep(text, start);
      this.#end = span?.to ?? '';
      at = this.#outOfSpan(text, start + (span?.from.length ?? 2));
    }
    return null;
  }

  /** Where the span ends that goes on at an index, or the index outside of one; null where it does not end in this text. */
  #outOfSpan(text: string, at: number): number | null {
    if (this.#end === '') return at;
    const end = text.indexOf(this.#end, at);
    if (end < 0) return this.#keep(text, Math.max(at, text.length - this.#end.length + 1));
    const after = end + this.#end.length;
    this.#end = '';
    return after;
  }

  #keep(text: string, from: number): null {
    this.#rest = text.slice(from);
    return null;
  }

  #refusal(what: string, text: string, at: number): XmlFault {
    return new XmlFault('xml-dtd-refused', `${what} is not allowed.`, this.#lines + lineFeedsIn(text, at) + 1);
  }
}

const SPANS = [
  { from: '<!--', to: '-->' },
  { from: '<![CDATA[', to: ']]>' },
  { from: '<?', to: '?>' },
] as const;

const DECLARATIONS = [
  { from: '<!DOCTYPE', what: 'A document type declaration' },
  { from: '<!ENTITY', what: 'An entity declaration' },
] as const;

const startingAt = <Mark extends { readonly from: string }>(
  marks: readonly Mark[],
  text: string,
  at: number,
): Mark | undefined => marks.find(({ from }) => text.startsWith(from, at));

const LONGEST = '<!DOCTYPE'.length;

/** Where a comment, a section, an instruction or a declaration begins; -1 where none does. */
const markupFrom = (text: string, from: number): number => {
  const marked = /<[!?]/g;
  marked.lastIndex = from;
  return marked.exec(text)?.index ?? -1;
};

const lineFeedsIn = (text: string, end: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};
