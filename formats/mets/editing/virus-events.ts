import type { VirusScanMetadata } from '../../metadata/entries.js';
import { firstWithin } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import type { IndexedMets } from '../indexed/indexed-mets.js';
import { METS, PREMIS } from '../elements/namespaces.js';
import { insertInOrder } from '../elements/ordered-insert.js';
import { readVirusCheck } from '../premis/virus-check.js';
import { makeVirusEvent, outcomeOf } from '../premis/virus-event.js';
import { virusEventId } from './virus-event-ids.js';

/** A virus check on record. */
interface RecordedCheck {
  readonly scan: VirusScanMetadata;
  /** Whether only the day of its time is known. */
  readonly isDay: boolean;
}

const SECTION_SEQUENCE = ['techMD', 'rightsMD', 'sourceMD', 'digiprovMD'];

/**
 * Records scans as PREMIS events in a file's amdSec, oldest first, after those on record. A scan is on record when an
 * event has its time to the second; what is recorded is never changed (preservation 2.9, rule 7; companion 5.5).
 */
export const recordScans = (
  indexed: IndexedMets,
  section: XmlElement,
  path: string,
  scans: readonly VirusScanMetadata[],
): void => {
  if (scans.length === 0) return;
  const recorded = section.elements(METS, 'digiprovMD').flatMap(recordedIn);
  for (const scan of [...scans].sort((a, b) => millisecondsOf(a) - millisecondsOf(b))) {
    if (recorded.some((each) => isSame(each, scan))) continue;
    const isNewest = recorded.every((each) => millisecondsOf(each.scan) <= millisecondsOf(scan));
    const isFirst = recorded.length === 0;
    const scanOf = (provenance: XmlElement): VirusScanMetadata | null => recordedIn(provenance)[0]?.scan ?? null;
    const id = virusEventId(indexed, section, path, { scan, isFirst, isNewest, scanOf });
    insertEvent(indexed, section, { id, path, scan });
    recorded.push({ scan, isDay: false });
  }
};

const recordedIn = (provenance: XmlElement): RecordedCheck[] => {
  const event = firstWithin(provenance, PREMIS, 'event');
  const scan = event === undefined ? null : readVirusCheck(event, provenance);
  if (event === undefined || scan === null) return [];
  const time = firstWithin(event, PREMIS, 'eventDateTime');
  return [{ scan, isDay: time?.text.includes(':') === false }];
};

const DAY = 86_400_000;

/**
 * Whether a scan is on record. The platform's predecessor recorded only the day of writing: that matches every scan
 * made by then with the same outcome. An event without a time matches a scan without one, if the outcome is the same.
 */
const isSame = ({ scan: before, isDay }: RecordedCheck, scan: VirusScanMetadata): boolean => {
  if (scan.timestamp === null) return outcomeKey(before) === outcomeKey(scan);
  if (before.timestamp === null) return false;
  if (!isDay) return secondsOf(before.timestamp) === secondsOf(scan.timestamp);
  return outcomeKey(before) === outcomeKey(scan) && scan.timestamp.getTime() < before.timestamp.getTime() + DAY;
};

const insertEvent = (
  { make, mets, references }: IndexedMets,
  section: XmlElement,
  { id, path, scan }: { readonly id: string; readonly path: string; readonly scan: VirusScanMetadata },
): void => {
  const data = make(METS, 'xmlData', [], [makeVirusEvent(make, mets, path, scan)]);
  const wrapped = make(METS, 'mdWrap', [['MDTYPE', 'PREMIS:EVENT']], [data]);
  const provenance = make(METS, 'digiprovMD', [['ID', id]], [wrapped]);
  insertInOrder(section, provenance, SECTION_SEQUENCE);
  references.add(provenance);
};

const outcomeKey = (scan: VirusScanMetadata): string => {
  const { outcome, definition, found } = outcomeOf(scan);
  return JSON.stringify([outcome, definition.trim(), found.trim()]);
};

const millisecondsOf = ({ timestamp }: VirusScanMetadata): number => timestamp?.getTime() ?? 0;

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
