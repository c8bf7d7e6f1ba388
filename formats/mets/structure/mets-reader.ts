import { StringPool } from '../../xml/kept/string-pool.js';
import { ElementShapes, type ElementShape } from '../../xml/kept/element-shapes.js';
import { KeptElements, type Extent } from '../../xml/kept/kept-elements.js';
import type { StartTag, XmlEvents } from '../../xml/read-events.js';
import { METS, MODS } from '../elements/namespaces.js';
import { ElementsById, isReferred } from './elements-by-id.js';
import { nameOfAgent, textOf, titleOfRecord } from './heading.js';
import { KeptById, UNREFERRED } from './kept-by-id.js';
import { KeptSummaries } from './kept-summaries.js';
import { metsMissing } from './mets-element.js';
import type { MetsElement } from '../model/section-summary.js';
import { summaryOf } from './section-summary.js';

/** What was kept of a METS. */
export interface KeptMets {
  readonly mets: MetsElement;
  readonly ids: ElementsById<MetsElement>;
  /** The element with a number. */
  readonly elementAt: (at: number) => MetsElement;
  /** The title of the first MODS record, else its first name; without a record, of the MODS elements anywhere (companion 6.2). */
  readonly title: string | null;
  /** The name of the first agent. */
  readonly agent: string | null;
}

interface OpenElement {
  /** Its number. */
  readonly at: number;
  readonly shape: ElementShape;
  readonly isMets: boolean;
  /** What was kept before it, and before what is in it. */
  readonly before: Extent;
  readonly begun: Extent;
  /** The last node in it, and the one before that. */
  last: number | null;
  lastButOne: number | null;
}

/**
 * Keeps of a METS what its readers ask of it: the METS elements with their attributes, but of sections a summary in place of
 * their content, so that the memory depends on the number of files and not on what is said of each.
 */
export class MetsReader implements XmlEvents {
  readonly #shapes = new ElementShapes();
  readonly #strings = new StringPool();
  readonly #kept = new KeptElements(this.#shapes.all, this.#strings, new KeptSummaries(this.#strings));
  readonly #firstById = new KeptById(this.#kept, this.#strings);
  readonly #ids = new ElementsById<MetsElement>(this.#firstById);
  readonly #open: OpenElement[] = [];
  #root: Pick<MetsElement, 'name' | 'namespace'> = { name: '', namespace: '' };
  #mets: MetsElement | null = null;
  /** How many elements are open outside of the mets element. */
  #outside = 0;
  #openXmlData = 0;
  /** The outermost open element whose content is still kept as it is. */
  #whole: number | null = null;
  readonly #first: First = { agent: null, record: null, title: null, name: null };
  readonly #said: Said = { agent: null, record: null, title: null, name: null };

  /** What was kept. Throws MetsFault `mets-missing`. */
  get kept(): KeptMets {
    if (this.#mets === null) throw metsMissing(this.#root);
    const { agent, record, title, name } = this.#said;
    const shown = this.#first.record === null ? (title ?? name) : record;
    return { mets: this.#mets, ids: this.#ids, elementAt: (at) => this.#kept.at(at), agent, title: shown };
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
    if (this.#whole !== null && open !== undefined) this.#append(open, this.#kept.addText(text));
  }

  end({ local, uri }: StartTag): void {
    const ended = this.#open.pop();
    if (uri === METS && local === 'xmlData') this.#openXmlData -= 1;
    if (ended === undefined) this.#outside -= 1;
    else this.#endInside(ended);
  }

  #startInside(tag: StartTag, isMets: boolean): void {
    const around = this.#open.at(-1);
    const before = this.#kept.extent;
    const { at, shape } = this.#add(tag);
    if (around === undefined) this.#mets = this.#kept.at(at);
    else this.#append(around, at);
    const links = { last: null, lastButOne: null };
    this.#open.push({ at, shape, isMets, before, begun: this.#kept.extent, ...links });
    const id = isMets && this.#openXmlData === 0 ? this.#kept.at(at).attribute('ID') : null;
    if (id !== null) this.#ids.add(id, this.#kept.at(isReferred(shape.name) ? at : UNREFERRED));
    const isFirst = this.#noteFirst(at, shape);
    if (isFirst || (isMets && WHOLE.has(shape.name))) this.#whole ??= at;
  }

  #endInside(ended: OpenElement): void {
    const { at, shape, isMets } = ended;
    this.#readFirst(at, shape);
    const isSummarised = isMets && this.#openXmlData === 0 && SUMMARISED.has(shape.name);
    const summary = isSummarised ? summaryOf(this.#kept.at(at)) : null;
    this.#forget(ended, summary !== null);
    if (summary !== null) this.#kept.setSummary(at, summary);
  }

  /** Drops what nobody will ask for of an element that has ended. */
  #forget(ended: OpenElement, hasSummary: boolean): void {
    const { at, shape, isMets } = ended;
    const around = this.#open.at(-1);
    if (this.#whole === at) {
      this.#whole = null;
      if (isMets && shape.name === 'amdSec') this.#kept.keepOnly(at, METS);
      else this.#empty(ended);
    } else if (this.#whole !== null) {
      const isPart = around?.at === this.#whole && around.shape.name === 'amdSec';
      if (isPart && hasSummary) this.#empty(ended);
      return;
    }
    if (!isMets && around !== undefined && this.#kept.at(at).element() === undefined) this.#dropLast(around, ended);
  }

  /** Forgets what is in an element, which is what was kept last. */
  #empty({ at, begun }: OpenElement): void {
    this.#kept.cutAfter(at, null);
    this.#truncate(begun);
  }

  /** Takes the last node out again, which was put in last. */
  #dropLast(around: OpenElement, { before }: OpenElement): void {
    this.#kept.cutAfter(around.at, around.lastButOne);
    around.last = around.lastButOne;
    this.#truncate(before);
  }

  /** The IDs that were noted stay. */
  #truncate(extent: Extent): void {
    this.#kept.truncate({ ...extent, unique: Math.max(extent.unique, this.#firstById.size) });
  }

  #append(around: OpenElement, node: number): void {
    this.#kept.append(around.at, node, around.last);
    around.lastButOne = around.last;
    around.last = node;
  }

  #add({ local, uri, attributes }: StartTag): { readonly at: number; readonly shape: ElementShape } {
    let shape = this.#shapes.of(local, uri);
    const at = this.#kept.add(shape);
    for (const name in attributes) {
      const attribute = attributes[name];
      if (attribute === undefined || !READ.has(attribute.local) || attribute.uri === XMLNS) continue;
      shape = this.#shapes.with(shape, attribute.local, attribute.uri);
      this.#kept.addValue(attribute.value, UNIQUE.has(attribute.local) ? 'unique' : 'common');
    }
    this.#kept.setShape(at, shape);
    return { at, shape };
  }

  #noteFirst(at: number, shape: ElementShape): boolean {
    const kind = kindOf(shape);
    if (kind === null || this.#first[kind] !== null) return false;
    this.#first[kind] = at;
    return true;
  }

  #readFirst(at: number, shape: ElementShape): void {
    const kind = kindOf(shape);
    if (kind === null || this.#first[kind] !== at) return;
    this.#said[kind] = SAYS[kind](this.#kept.at(at));
    this.#first[kind] = 'read';
  }
}

type Kind = 'agent' | 'record' | 'title' | 'name';
/** Its number while it is open. */
type First = Record<Kind, number | 'read' | null>;
type Said = Record<Kind, string | null>;

const SAYS: Readonly<Record<Kind, (element: MetsElement) => string | null>> = {
  agent: nameOfAgent,
  record: titleOfRecord,
  title: textOf,
  name: textOf,
};

/** What an element may be the first of. */
const kindOf = ({ name, namespace }: ElementShape): Kind | null => {
  if (namespace === METS) return name === 'agent' ? 'agent' : null;
  if (namespace !== MODS) return null;
  if (name === 'mods') return 'record';
  return name === 'title' || name === 'name' ? name : null;
};

const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** Sections, which are kept whole until they are summarised. */
const WHOLE: ReadonlySet<string> = new Set(['dmdSec', 'amdSec']);
const SUMMARISED: ReadonlySet<string> = new Set(['dmdSec', 'amdSec', 'techMD', 'rightsMD', 'sourceMD', 'digiprovMD']);

/** Attributes whose values are hardly the same twice, but as references to each other. */
const UNIQUE: ReadonlySet<string> = new Set([
  ...['ID', 'LABEL', 'href', 'CHECKSUM', 'from', 'to'],
  ...['ADMID', 'DMDID', 'FILEID'],
]);

/** The local names of all attributes that are read. */
const READ: ReadonlySet<string> = new Set([
  ...[...UNIQUE, 'TYPE', 'USE', 'CREATEDATE', 'MIMETYPE', 'CHECKSUMTYPE', 'LOCTYPE', 'arcrole'],
  ...['SHAPE', 'COORDS', 'BETYPE', 'BEGIN', 'END', 'EXTENT', 'EXTTYPE'],
  ...['type', 'source'], // of MODS
]);
