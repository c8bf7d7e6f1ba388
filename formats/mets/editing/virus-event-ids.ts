import type { VirusScanMetadata } from '../../metadata/entries.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS } from '../elements/namespaces.js';
import { encodeNcName } from '../ids/nc-name.js';
import { freeId } from '../indexed/free-id.js';
import type { IndexedMets } from '../indexed/indexed-mets.js';
import { timeText } from '../premis/virus-event.js';

/** A virus event that is to be added to the amdSec of a file. */
export interface NewEvent {
  readonly scan: VirusScanMetadata;
  readonly isFirst: boolean;
  readonly isNewest: boolean;
  /** The scan of an event that is there. */
  readonly scanOf: (provenance: XmlElement) => VirusScanMetadata | null;
}

/** The id of a new virus event: the first one has the plain id, and later ones have their time after it. */
export const virusEventId = (indexed: IndexedMets, section: XmlElement, path: string, added: NewEvent): string => {
  const { references, scanner } = indexed;
  const plain = `ADM_${encodeNcName(path)}`;
  if (scanner !== null)
    return idForScanner(indexed, section, `digiprovMD_${scanner}_${section.attribute('ID') ?? plain}`, added);
  const id = `digiprovMD_VirusScanTool_${plain}`;
  return freeId(references, added.isFirst || added.scan.timestamp === null ? id : withTime(id, added.scan));
};

/**
 * The same for readers that know the plain id alone, which the newest event therefore has. An event that had it before
 * gets its time after it, unless something refers to that event.
 */
const idForScanner = ({ references }: IndexedMets, section: XmlElement, id: string, added: NewEvent): string => {
  if (!added.isNewest) return freeId(references, withTime(id, added.scan));
  const before = section.elements(METS, 'digiprovMD').find((each) => each.attribute('ID') === id);
  const scan = before === undefined ? null : added.scanOf(before);
  if (before !== undefined && scan !== null && !references.isUsed(before)) {
    references.remove(before);
    before.setAttribute('ID', freeId(references, withTime(id, scan)));
    references.add(before);
  }
  return freeId(references, id);
};

const withTime = (id: string, scan: VirusScanMetadata): string => `${id}_${timeText(scan).replace(/[-:]/g, '')}`;
