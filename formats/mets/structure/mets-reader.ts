import { detached } from '../../xml/detached.js';
import { ElementShapes } from '../../xml/element-shapes.js';
import { KeptElement, type KeptNode } from '../../xml/kept-element.js';
import type { StartTag, XmlEvents } from '../../xml/read-events.js';
import { METS, MODS } from '../elements/namespaces.js';
import { ElementsById, isReferred } from './elements-by-id.js';
import { nameOfAgent, textOf, titleOfRecord } from './heading.js';
import { metsMissing } from './mets-element.js';
import type { MetsElement, SectionSummary } from '../model/section-summary.js';
import { summariser } from './section-summary.js';

/** What was kept of a METS. */
export interface KeptMets {
  readonly mets: MetsElement;
  readonly ids: ElementsById<MetsElement>;
  /** The title of the first MODS record, else its first name; without a record, of the MODS elements anywhere (companion 6.2). */
  readonly title: string | null;
  /** The name of the first agent. */
  readonly agent: string | null;
}

interface OpenElement {
  readonly element: MetsElement;
  readonly isMets: boolean;
  /** The last node in it, and the one before that. */
  last: KeptNode<SectionSummary> | null;
  before: KeptNode<SectionSummary> | null;
}

/**
 * Keeps of a METS what its readers ask of it: the METS elements with their attributes, but of sections a summary in place of
 * their content, so that the memory depends on the number of files and not on what is said of each.
 */
export class MetsReader implements XmlEvents {
  readonly #ids = new ElementsById<MetsElement>();
  readonly #summarise = summariser();
  readonly #shapes = new ElementShapes();
  readonly #strings = new Map<string, string>();
  readonly #open: OpenElement[] = [];
  #root: Pick<MetsElement, 'name' | 'namespace'> = { name: '', namespace: '' };
  #mets: MetsElement | null = null;
  /** How many elements are open outside of the mets element. */
  #outside = 0;
  #openXmlData = 0;
  /** The outermost open element whose content is still kept as it is. */
  #whole: MetsElement | null = null;
  readonly #first: First = { agent: null, record: null, title: null, name: null };
  readonly #said: Said = { agent: null, record: null, title: null, name: null };

  /** What was kept. Throws MetsFault `mets-missing`. */
  get kept(): KeptMets {
    if (this.#mets === null) throw metsMissing(this.#root);
    const { agent, record, title, name } = this.#said;
    return { mets: this.#mets, ids: this.#ids, agent, title: this.#first.record === null ? (title ?? name) : record };
  }

  start(tag: StartTag): void {
    const isMets = tag.uri === METS;
    const isInside = this.#open.length > 0;
    if (isInside || (this.#mets === null && isMets && tag.local === 'mets')) this.#startInside(tag, isMets);
    else {
      if (this.#outside === 0 && this.#mets === null) this.#root = { name: tag.local, namespace: tag.uri };
      this.#outside += 1;
    }
    if (isMets && tag.local === 'xmlData') this.#openXmlData += 1;
  }

  text(text: string): void {
    const open = this.#open.at(-1);
    if (this.#whole !== null && open !== undefined) append(open, { text, next: null });
  }

  end({ local, uri }: StartTag): void {
    const ended = this.#open.pop();
    if (uri === METS && local === 'xmlData') this.#openXmlData -= 1;
    if (ended === undefined) this.#outside -= 1;
    else this.#endInside(ended);
  }

  #startInside(tag: StartTag, isMets: boolean): void {
    const element = this.#elementOf(tag);
    const around = this.#open.at(-1);
    if (around === undefined) this.#mets = element;
    else append(around, element);
    this.#open.push({ element, isMets, last: null, before: null });
    const id = isMets && this.#openXmlData === 0 ? element.attribute('ID') : null;
    if (id !== null) this.#ids.add(id, isReferred(element.name) ? element : UNREFERRED);
    const isFirst = this.#noteFirst(element);
    if (isFirst || (isMets && WHOLE.has(element.name))) this.#whole ??= element;
  }

  #endInside(ended: OpenElement): void {
    const { element, isMets } = ended;
    this.#readFirst(element);
    if (isMets && this.#openXmlData === 0 && SUMMARISED.has(element.name)) element.summary = this.#summarise(element);
    this.#forget(ended);
  }

  /** Drops what nobody will ask for of an element that has ended. */
  #forget({ element, isMets }: OpenElement): void {
    const around = this.#open.at(-1);
    if (this.#whole === element) {
      this.#whole = null;
      element.keepOnly(isMets && element.name === 'amdSec' ? element.elements(METS) : []);
    } else if (this.#whole !== null) {
      const isPart = around?.element === this.#whole && this.#whole.name === 'amdSec';
      if (isPart && element.summary !== null) element.keepOnly([]);
      return;
    }
    if (!isMets && around !== undefined && element.element() === undefined) dropLast(around);
  }

  #elementOf({ local, uri, attributes }: StartTag): MetsElement {
    let shape = this.#shapes.of(local, uri);
    let values: readonly string[] = NONE;
    for (const name in attributes) {
      const attribute = attributes[name];
      if (attribute === undefined || !READ.has(attribute.local) || attribute.uri === XMLNS) continue;
      shape = this.#shapes.with(shape, attribute.local, attribute.uri);
      const value = this.#valueOf(attribute.local, attribute.value);
      values = values.length === 0 ? [value] : [...values, value]; // of just this length
    }
    return new KeptElement(shape, values);
  }

  #valueOf(name: string, value: string): string {
    if (UNIQUE.has(name)) return detached(value);
    return (REFERENCES.has(name) ? this.#ids.first(value)?.attribute('ID') : null) ?? this.#same(value);
  }

  /** One string for all that are equal to it. */
  #same(text: string): string {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const own = detached(text);
    this.#strings.set(own, own);
    return own;
  }

  #noteFirst(element: MetsElement): boolean {
    const kind = kindOf(element);
    if (kind === null || this.#first[kind] !== null) return false;
    this.#first[kind] = element;
    return true;
  }

  #readFirst(element: MetsElement): void {
    const kind = kindOf(element);
    if (kind === null || this.#first[kind] !== element) return;
    this.#said[kind] = SAYS[kind](element);
  }
}

type Kind = 'agent' | 'record' | 'title' | 'name';
type First = Record<Kind, MetsElement | null>;
type Said = Record<Kind, string | null>;

const SAYS: Readonly<Record<Kind, (element: MetsElement) => string | null>> = {
  agent: nameOfAgent,
  record: titleOfRecord,
  title: textOf,
  name: textOf,
};

/** What an element may be the first of. */
const kindOf = ({ name, namespace }: MetsElement): Kind | null => {
  if (namespace === METS) return name === 'agent' ? 'agent' : null;
  if (namespace !== MODS) return null;
  if (name === 'mods') return 'record';
  return name === 'title' || name === 'name' ? name : null;
};

const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** Sections, which are kept whole until they are summarised. */
const WHOLE: ReadonlySet<string> = new Set(['dmdSec', 'amdSec']);
const SUMMARISED: ReadonlySet<string> = new Set(['dmdSec', 'amdSec', 'techMD', 'rightsMD', 'sourceMD', 'digiprovMD']);

/** Attributes whose values are hardly the same twice. */
const UNIQUE: ReadonlySet<string> = new Set(['ID', 'LABEL', 'href', 'CHECKSUM', 'from', 'to']);
const REFERENCES: ReadonlySet<string> = new Set(['ADMID', 'DMDID', 'FILEID']);

/** The local names of all attributes that are read. */
const READ: ReadonlySet<string> = new Set([
  ...[...UNIQUE, ...REFERENCES, 'TYPE', 'USE', 'MIMETYPE', 'CHECKSUMTYPE', 'LOCTYPE', 'arcrole'],
  ...['SHAPE', 'COORDS', 'BETYPE', 'BEGIN', 'END', 'EXTENT', 'EXTTYPE'],
  ...['type', 'source'], // of MODS
]);

const NONE: readonly string[] = [];

/** Stands for an element to which no reference leads. */
const UNREFERRED: MetsElement = new KeptElement({ name: '', namespace: '', attributes: [] }, NONE);

const append = (around: OpenElement, node: KeptNode<SectionSummary>): void => {
  around.element.append(node, around.last);
  around.before = around.last;
  around.last = node;
};

/** Takes the last node out again, which was put in last. */
const dropLast = (around: OpenElement): void => {
  around.element.cutAfter(around.before);
  around.last = around.before;
};
