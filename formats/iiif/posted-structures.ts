import { isRecord } from '../json/json-record.js';
import { randomBytes } from 'node:crypto';
import { webUri } from '../mets/structure/web-uri.js';
import type { RecordIdentifier } from '../mets/model/described-mets.js';
import type { NewRange, NewRangeFile } from '../mets/logical/new-range.js';
import { parseFragment, WHOLE, type CanvasPart } from './media-fragment.js';
import { isRange, withoutReferences } from './range-references.js';
import { shown, StructuresFault } from './structures-fault.js';

/** The canvases that ranges may refer to. */
export interface KnownCanvases {
  /** What the ids of all canvases of the deposit begin with. */
  readonly base: string;
  /** The ids that the posted manifest itself declares; null where it lists no canvases, and may name any. */
  readonly declared: ReadonlySet<string> | null;
}

const RECORD_IDENTIFIER = 'record identifier: ';
const ACCESS = 'access restriction';

type Json = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The texts of a language map, in its order; a bare text is one, too. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (!isRecord(value)) return [];
  return Object.values(value).flatMap((each) => listOf(each).filter((text) => typeof text === 'string'));
};

interface Entry {
  readonly label: string;
  readonly values: readonly string[];
}

const entriesOf = (range: Json): Entry[] =>
  listOf(range['metadata']).flatMap((each) =>
    isRecord(each) ? [{ label: textsOf(each['label'])[0] ?? '', values: textsOf(each['value']) }] : [],
  );

/**
 * Reads the ranges of a posted manifest as logical structures (companion 15.3), one for each range at the top. A range
 * with a metadata entry `id` keeps its id, type and name, beside which its labels are given; another one gets a new id, and
 * is named by its label. Throws StructuresFault.
 */
export const postedStructures = (structures: readonly unknown[], canvases: KnownCanvases): NewRange[] =>
  withoutReferences(structures).map((each) => rangeOf(each, canvases, 'Collection'));

const rangeOf = (value: unknown, canvases: KnownCanvases, usualType: string): NewRange => {
  if (!isRange(value)) throw new StructuresFault('Each of the structures, and each range within one, must be a Range.');
  const entries = entriesOf(value);
  const first = (label: string): string | undefined => entries.find((entry) => entry.label === label)?.values[0];
  const id = first('id') ?? '';
  const labels = textsOf(value['label']);
  const name = id === '' ? (labels[0] ?? '') : (first('Name') ?? '');
  const items = listOf(value['items']);
  return {
    id: id === '' ? `r${randomBytes(6).toString('hex').slice(0, 11)}` : id,
    type: (id === '' ? '' : (first('Type') ?? '')) || usualType,
    name: name === '' ? null : name,
    labels,
    own: {
      accessRestrictions: entries.flatMap(({ label, values }) => (label === ACCESS ? values : [])),
      rightsStatement: rightsOf(value),
      recordIdentifiers: entries.flatMap(identifiersOf),
    },
    ranges: items.filter(isRange).map((each) => rangeOf(each, canvases, 'Item')),
    files: items.filter((each) => !isRange(each)).map((each) => fileOf(each, canvases)),
  };
};

const rightsOf = ({ rights }: Json): string | null =>
  typeof rights === 'string' && webUri(rights) === rights ? rights : null;

const identifiersOf = ({ label, values }: Entry): RecordIdentifier[] =>
  label.startsWith(RECORD_IDENTIFIER)
    ? values.map((value) => ({ source: label.slice(RECORD_IDENTIFIER.length), value }))
    : [];

/** A canvas with its fragment in the id, or a specific resource with a fragment selector. */
const fileOf = (item: unknown, { base, declared }: KnownCanvases): NewRangeFile => {
  const { id, part } = referenceOf(item);
  if (declared?.has(id) === false || !id.startsWith(base))
    throw new StructuresFault(`Canvas '${shown(id)}' is not part of this deposit.`);
  return { localPath: pathOf(id.slice(base.length), id), ...part };
};

const referenceOf = (item: unknown): { readonly id: string; readonly part: CanvasPart } => {
  if (typeof item === 'string') return splitId(item);
  if (isRecord(item) && item['type'] === 'Canvas' && typeof item['id'] === 'string') return splitId(item['id']);
  if (isRecord(item) && item['type'] === 'SpecificResource') return specific(item);
  throw new StructuresFault('The items of a Range must be ranges, canvases, or specific resources of canvases.');
};

const splitId = (id: string): { readonly id: string; readonly part: CanvasPart } => {
  const hash = id.indexOf('#');
  return hash < 0
    ? { id, part: WHOLE }
    : { id: id.slice(0, hash), part: partOf(id.slice(0, hash), id.slice(hash + 1)) };
};

const specific = (resource: Json): { readonly id: string; readonly part: CanvasPart } => {
  const { source, selector } = resource;
  const id = isRecord(source) ? source['id'] : source;
  if (typeof id !== 'string') throw new StructuresFault('A SpecificResource in a Range has no source.');
  const selectors = Array.isArray(selector) ? (selector as readonly unknown[]) : [selector];
  const fragments = selectors.flatMap((each) =>
    isRecord(each) && each['type'] === 'FragmentSelector' && typeof each['value'] === 'string' ? [each['value']] : [],
  );
  const whole = splitId(id);
  const [fragment, ...others] = fragments;
  if (fragment === undefined && selector !== undefined && selectors.length > 0)
    throw new StructuresFault(`The part of canvas '${shown(whole.id)}' is not given by a FragmentSelector.`);
  return others.length === 0 && fragment === undefined
    ? whole
    : { id: whole.id, part: partOf(whole.id, fragments.join('&')) };
};

const partOf = (id: string, fragment: string): CanvasPart => {
  const part = parseFragment(fragment);
  if (part === null)
    throw new StructuresFault(`The part '${shown(fragment)}' of canvas '${shown(id)}' is not understood.`);
  return part;
};

const pathOf = (escaped: string, id: string): string => {
  try {
    return escaped.split('/').map(decodeURIComponent).join('/');
  } catch {
    throw new StructuresFault(`Canvas '${shown(id)}' is not part of this deposit.`);
  }
};
