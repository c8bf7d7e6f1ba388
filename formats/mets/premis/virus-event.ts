import { createHash } from 'node:crypto';
import type { VirusScanMetadata } from '../../metadata/entries.js';
import { writable } from '../../xml/characters.js';
import type { XmlElement } from '../../xml/tree.js';
import type { MakeElement } from '../elements/element-maker.js';
import { METS, PREMIS } from '../elements/namespaces.js';
import { premisLeaf } from './premis-child.js';

/** The values of a virus check as PREMIS writes them. */
export const outcomeOf = ({ hasVirus, virusFound, virusDefinition }: VirusScanMetadata) => ({
  outcome: hasVirus ? 'Fail' : 'Pass',
  definition: writable(virusDefinition),
  found: writable(virusFound),
});

/** In UTC, to the second; `unknown` without a time, since PREMIS requires a value. */
export const timeText = ({ timestamp }: VirusScanMetadata): string =>
  timestamp === null ? 'unknown' : timestamp.toISOString().replace(/\.\d+Z$/, 'Z');

/** The PREMIS event of a virus check (companion 5.5). */
export const makeVirusEvent = (
  make: MakeElement,
  mets: XmlElement,
  path: string,
  scan: VirusScanMetadata,
): XmlElement => {
  const leaf = (name: string, text: string): XmlElement => premisLeaf(make, name, text);
  const parent = (name: string, ...children: XmlElement[]): XmlElement => make(PREMIS, name, [], children);
  const { outcome, definition, found } = outcomeOf(scan);
  const detail = parent('eventOutcomeDetail', leaf('eventOutcomeDetailNote', found));
  return parent(
    'event',
    parent(
      'eventIdentifier',
      leaf('eventIdentifierType', 'UUID'),
      leaf('eventIdentifierValue', identifierOf(mets, path, scan)),
    ),
    leaf('eventType', 'virus check'),
    leaf('eventDateTime', timeText(scan)),
    parent('eventDetailInformation', leaf('eventDetail', definition)),
    parent('eventOutcomeInformation', leaf('eventOutcome', outcome), detail),
  );
};

/** Derived from the event's content (UUID version 8, RFC 9562), so that a repeated edit gives the same one. */
const identifierOf = (mets: XmlElement, path: string, scan: VirusScanMetadata): string => {
  const header = mets.element(METS, 'metsHdr');
  const created = header?.attribute('CREATEDATE') ?? null;
  const event = JSON.stringify([created, path, timeText(scan), outcomeOf(scan)]);
  const digest = createHash('sha256').update(event).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
