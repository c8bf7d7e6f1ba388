import type { SizeAndDigest } from '../../digests/digested.js';
import type { Pieces } from '../../read-in-pieces.js';
import { EventReader } from '../../xml/read-events.js';
import type { Description, MetsElement } from '../model/section-summary.js';
import { readDescription, type Descriptions } from './description.js';
import { MetsReader, type KeptMets } from './mets-reader.js';
import { sectionsIn, type MetsSections } from './sections.js';
import { WrittenElements } from './written-elements.js';

/** The parts of a METS as far as they were kept. */
export interface MetsToRead
  extends
    MetsSections<MetsElement>,
    Pick<KeptMets, 'title' | 'agent' | 'elementAt'>,
    Pick<Descriptions<MetsElement>, 'describe'> {}

/**
 * Reads a METS by its sections from bytes that come in pieces, without holding the document. Where several elements have
 * one ID it is read a second time, so that these can be compared.
 */
export class SectionsReader {
  readonly #reader = new MetsReader();
  #events = new EventReader(this.#reader);
  /** Of the second reading. */
  #written: WrittenElements | null = null;

  /** Takes the next piece. Throws XmlFault. */
  take(piece: Uint8Array): void {
    this.#events.take(piece);
  }

  /** Ends a reading; whether all pieces are wanted once more. Throws XmlFault and MetsFault `mets-missing`. */
  isReadAgain(): boolean {
    this.#events.end();
    const { ids } = this.#reader.kept;
    if (this.#written !== null) ids.setAmbiguous(this.#written.ambiguous);
    else if (ids.unclear.length > 0) {
      this.#written = new WrittenElements(ids.unclear);
      this.#events = new EventReader(this.#written);
      return true;
    }
    return false;
  }

  /** What was read. Throws MetsFault `mets-no-physical-map`. */
  get sections(): MetsToRead {
    const { mets, ids, elementAt, title, agent } = this.#reader.kept;
    return { ...sectionsIn(mets, ids), elementAt, title, agent, describe };
  }
}

/** The sections of a METS, and the size and the digest of its bytes. Rejects with XmlFault and MetsFault, and as its bytes do. */
export const readSections = async (pieces: Pieces): Promise<MetsToRead & SizeAndDigest> => {
  const reader = new SectionsReader();
  for (;;) {
    const bytes = pieces();
    let next = await bytes.next();
    for (; next.done !== true; next = await bytes.next()) reader.take(next.value);
    if (!reader.isReadAgain()) return { ...reader.sections, ...next.value };
  }
};

/** A dmdSec inside of xmlData has no summary, and no ID that leads to it. */
const describe = (section: MetsElement): Description => section.summary?.description ?? readDescription(section);
