import type { VirusScanMetadata } from '../../metadata/entries.js';
import { attributeOf, childrenNamed, firstWithin, textOf } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { isPremis, METS } from '../structure/namespaces.js';
import { referencedIds } from '../structure/references.js';
import type { MetsSections } from '../structure/sections.js';

/**
 * Gives the virus checks of a file for its ADMID value and the section that it names, the newest first (companion 5.5,
 * 6.3).
 */
export type VirusChecks = (references: string | null, admId: string | null) => VirusScanMetadata[];

/** IDs of virus events: one of these prefixes and the ID of the section that they belong to. */
const PREFIXES = ['digiprovmd_clamav_', 'digiprovmd_virusscantool_'];

export const virusChecksIn = (sections: MetsSections): VirusChecks => {
  const owners = ownersOf(sections.mets);
  const byFoldedId = new Map([...sections.provenance].map(([id, element]) => [id.toLowerCase(), element]));
  const known = new Map<XmlElement, VirusScanMetadata[]>(); // files may share a section
  const scansIn = (provenance: XmlElement): VirusScanMetadata[] => {
    const scans = known.get(provenance) ?? eventsWithin(provenance);
    known.set(provenance, scans);
    return scans;
  };

  return (references, admId) => {
    const named = referencedIds(references, (id) => isSection(sections, id));
    const own = admId === null ? undefined : ownSection(sections, owners, admId);
    const found = new Set([
      ...(own === undefined ? [] : childrenNamed(own, METS, 'digiprovMD')),
      ...named.flatMap((id) => sections.provenance.get(id) ?? []),
      ...PREFIXES.flatMap((prefix) => byFoldedId.get(prefix + (admId ?? '').toLowerCase()) ?? []),
    ]);
    return [...found].flatMap(scansIn).reverse().sort(newestFirst);
  };
};

const isSection = ({ technical, administrative, provenance }: MetsSections, id: string): boolean =>
  technical.has(id) || administrative.has(id) || provenance.has(id);

/** The amdSec of a file. Undefined where one amdSec describes many files: its events may belong to any of them. */
const ownSection = (
  { technical, administrative }: MetsSections,
  owners: ReadonlyMap<XmlElement, XmlElement>,
  admId: string,
): XmlElement | undefined => {
  const element = technical.get(admId);
  return element === undefined ? administrative.get(admId) : owners.get(element);
};

/** The amdSecs with a single techMD, by that techMD. */
const ownersOf = (mets: XmlElement): Map<XmlElement, XmlElement> => {
  const owners = new Map<XmlElement, XmlElement>();
  for (const section of childrenNamed(mets, METS, 'amdSec')) {
    const [first, second] = childrenNamed(section, METS, 'techMD');
    if (first !== undefined && second === undefined) owners.set(first, section);
  }
  return owners;
};

/** The virus checks that a digiprovMD records. */
const eventsWithin = (provenance: XmlElement): VirusScanMetadata[] =>
  premisEventsIn(provenance).flatMap((event) => readVirusCheck(event, provenance) ?? []);

const premisEventsIn = (element: XmlElement): XmlElement[] => {
  if (element.name === 'event' && isPremis(element.namespace)) return [element];
  return element.children.flatMap((child) => (child.kind === 'element' ? premisEventsIn(child) : []));
};

/** The virus check in a PREMIS event; null for another kind of event. */
export const readVirusCheck = (event: XmlElement, provenance: XmlElement): VirusScanMetadata | null => {
  if (!isVirusCheck(event, provenance)) return null;
  return {
    type: 'VirusScanMetadata',
    source: 'VirusScanTool',
    timestamp: momentOfEvent(textWithin(event, 'eventDateTime')),
    hasVirus: textWithin(event, 'eventOutcome').trim().toLowerCase() === 'fail',
    virusFound: textWithin(event, 'eventOutcomeDetailNote'),
    virusDefinition: textWithin(event, 'eventDetail'),
  };
};

/**
 * An event without a type is a virus check if it has an outcome and the ID of its section begins with one of the
 * prefixes (companion 6.3).
 */
const isVirusCheck = (event: XmlElement, provenance: XmlElement): boolean => {
  const type = textWithin(event, 'eventType').trim().toLowerCase();
  if (type !== '') return type === 'virus check';
  const id = attributeOf(provenance, 'ID')?.toLowerCase() ?? '';
  return PREFIXES.some((prefix) => id.startsWith(prefix)) && textWithin(event, 'eventOutcome').trim() !== '';
};

const textWithin = (event: XmlElement, name: string): string => {
  const element = firstWithin(event, event.namespace, name);
  return element === undefined ? '' : textOf(element);
};

/**
 * Those without a time come last. The input is in reverse document order, so that of two on one day the later comes
 * first.
 */
const newestFirst = (a: VirusScanMetadata, b: VirusScanMetadata): number => timeOf(b) - timeOf(a);

const timeOf = ({ timestamp }: VirusScanMetadata): number => timestamp?.getTime() ?? Number.MIN_SAFE_INTEGER;

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/**
 * When a PREMIS event took place: an ISO date, with or without time and zone (UTC by default), or a long date such as
 * `Wednesday, 21 January 2026` or `January 21, 2026`. Null for any other text.
 */
const momentOfEvent = (text: string): Date | null => {
  const trimmed = text.trim();
  return isoTime(trimmed) ?? longDate(trimmed);
};

const isoTime = (text: string): Date | null => {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text);
  if (parts === null) return null;
  const [, day = '', time = '00:00', fraction = '', zone = 'Z'] = parts;
  const offset = zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase();
  return validDate(`${day}T${time.length === 5 ? `${time}:00` : time}${fraction.slice(0, 4)}${offset}`);
};

const longDate = (text: string): Date | null => {
  const words = text.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  const month = words.map((word) => MONTHS.indexOf(word)).find((index) => index >= 0);
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const [day, year] = numbers;
  if (month === undefined || numbers.length !== 2 || day === undefined || year?.length !== 4) return null;
  return validDate(`${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`);
};

const validDate = (text: string): Date | null => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
};
