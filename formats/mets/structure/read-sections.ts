import { readEvents } from '../../xml/read-events.js';
import type { Description, MetsElement } from '../model/section-summary.js';
import { readDescription, type Descriptions } from './description.js';
import { MetsReader, type KeptMets } from './mets-reader.js';
import { sectionsIn, type MetsSections } from './sections.js';
import { WrittenElements } from './written-elements.js';

/** The parts of a METS as far as they were kept. */
export interface MetsToRead
  extends MetsSections<MetsElement>, Pick<KeptMets, 'title' | 'agent'>, Pick<Descriptions<MetsElement>, 'describe'> {}

/**
 * Reads a METS by its sections, without holding the document; it is read a second time where several elements have one ID,
 * so that these can be compared. `pieces` gives its bytes from their beginning each time, the first of a kibibyte at
 * least. Throws XmlFault and MetsFault `mets-missing`, `mets-no-physical-map`.
 */
export const readSections = (pieces: () => Iterable<Uint8Array>): MetsToRead => {
  const reader = new MetsReader();
  readEvents(pieces(), reader);
  const { mets, ids, title, agent } = reader.kept;
  const { unclear } = ids;
  if (unclear.length > 0) {
    const written = new WrittenElements(unclear);
    readEvents(pieces(), written);
    ids.setAmbiguous(written.ambiguous);
  }
  return { ...sectionsIn(mets, ids), title, agent, describe };
};

/** A dmdSec inside of xmlData has no summary, and no ID that leads to it. */
const describe = (section: MetsElement): Description => section.summary?.description ?? readDescription(section);
