import type { VirusScanMetadata } from '../../metadata/entries.js';
import { firstWithin } from '../../xml/navigate.js';
import type { Readable } from '../../xml/readable.js';
import { isPremis } from '../elements/namespaces.js';

/** IDs of virus events, in lower case: one of these prefixes and the ID of the section that they belong to. */
export const PREFIXES = ['digiprovmd_clamav_', 'digiprovmd_virusscantool_'];

/** The virus checks that a digiprovMD records. */
export const virusChecksWithin = <E extends Readable<E>>(provenance: E): VirusScanMetadata[] =>
  premisEventsIn(provenance).flatMap((event) => readVirusCheck(event, provenance) ?? []);

const premisEventsIn = <E extends Readable<E>>(element: E): E[] => {
  if (element.name === 'event' && isPremis(element.namespace)) return [element];
  return element.elements().flatMap((child) => premisEventsIn(child));
};

/** The virus check in a PREMIS event; null for another kind of event. */
export const readVirusCheck = <E extends Readable<E>>(event: E, provenance: E): VirusScanMetadata | null => {
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
const isVirusCheck = <E extends Readable<E>>(event: E, provenance: E): boolean => {
  const type = textWithin(event, 'eventType').trim().toLowerCase();
  if (type !== '') return type === 'virus check';
  const id = provenance.attribute('ID')?.toLowerCase() ?? '';
  return PREFIXES.some((prefix) => id.startsWith(prefix)) && textWithin(event, 'eventOutcome').trim() !== '';
};

const textWithin = <E extends Readable<E>>(event: E, name: string): string => {
  const element = firstWithin(event, event.namespace, name);
  return element?.text ?? '';
};

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
