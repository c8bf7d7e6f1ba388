import type { VirusScanMetadata } from '../../metadata/entries.js';
import { attributeOf, childrenNamed, firstWithin, textOf } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { momentOfEvent } from './moment-of-event.js';
import { isPremis, METS } from '../structure/namespaces.js';
import { referencedIds } from '../structure/references.js';
import type { MetsSections } from '../structure/sections.js';

/** The virus checks of a file by the value and the target of its ADMID, the newest first (companion 5.5, 6.3). */
export type VirusChecks = (references: string | null, admId: string | null) => VirusScanMetadata[];

/** Ids of events end in the id of the section they belong to; these are the names that scanners have there. */
const PREFIXES = ['digiprovmd_clamav_', 'digiprovmd_virusscantool_'];

export const virusChecksIn = (sections: MetsSections): VirusChecks => {
  const owners = ownersOf(sections.mets);
  const byFoldedId = new Map([...sections.provenance].map(([id, element]) => [id.toLowerCase(), element]));
  const known = new Map<XmlElement, VirusScanMetadata[]>(); // files may share what records them
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

/** Where one amdSec describes many files in as many techMDs, its events may be anyone's. */
const ownSection = (
  { technical, administrative }: MetsSections,
  owners: ReadonlyMap<XmlElement, XmlElement>,
  admId: string,
): XmlElement | undefined => {
  const element = technical.get(admId);
  return element === undefined ? administrative.get(admId) : owners.get(element);
};

/** The amdSecs of techMDs that are alone in theirs. */
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

/** The virus check that a PREMIS event tells of; null where it tells of something else. */
export const readVirusCheck = (event: XmlElement, provenance: XmlElement): VirusScanMetadata | null => {
  if (!isVirusCheck(event, provenance)) return null;
  return {
    type: 'VirusScanMetadata',
    source: 'VirusScanTool',
    timestamp: momentOfEvent(wordsOf(event, 'eventDateTime')),
    hasVirus: wordsOf(event, 'eventOutcome').trim().toLowerCase() === 'fail',
    virusFound: wordsOf(event, 'eventOutcomeDetailNote'),
    virusDefinition: wordsOf(event, 'eventDetail'),
  };
};

/** An event without a type is what the id of its section says, if it has an outcome (companion 6.3). */
const isVirusCheck = (event: XmlElement, provenance: XmlElement): boolean => {
  const type = wordsOf(event, 'eventType').trim().toLowerCase();
  if (type !== '') return type === 'virus check';
  const id = attributeOf(provenance, 'ID')?.toLowerCase() ?? '';
  return PREFIXES.some((prefix) => id.startsWith(prefix)) && wordsOf(event, 'eventOutcome').trim() !== '';
};

const wordsOf = (event: XmlElement, name: string): string => {
  const element = firstWithin(event, event.namespace, name);
  return element === undefined ? '' : textOf(element);
};

/** Those without a time come last. Given the last one first, so that the later of one day comes before the earlier. */
const newestFirst = (a: VirusScanMetadata, b: VirusScanMetadata): number => timeOf(b) - timeOf(a);

const timeOf = ({ timestamp }: VirusScanMetadata): number => timestamp?.getTime() ?? Number.MIN_SAFE_INTEGER;
