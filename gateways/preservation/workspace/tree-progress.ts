import type { MetsSource, MetsWork } from '../../../formats/mets/mets-work.js';
import type { Pieces } from '../../../formats/read-in-pieces.js';

/** How far a tree is that is being made. */
export interface TreeProgress {
  /** How many objects of the workspace were listed; 0 where a kept listing serves. */
  listed: number;
  /** How many bytes of the METS were read; null while it is not read. */
  mets: { readonly read: number; readonly size: number } | null;
  /** How many files were compared. */
  compared: number;
}

export const noProgress = (): TreeProgress => ({ listed: 0, mets: null, compared: 0 });

/** Told of the bytes that were read of a document so far, from its beginning. */
type OnRead = (read: number) => void;

/** The work on METS, telling how much of each is read. */
export const toldReading =
  (work: MetsWork, onRead: (mets: NonNullable<TreeProgress['mets']>) => void): MetsWork =>
  (task, source, order, holder) => {
    const { size } = source;
    const readInPieces: MetsSource['readInPieces'] = (take) =>
      source.readInPieces((pieces) => take(toldPieces(pieces, (read) => onRead({ read, size }))));
    return work(task, { ...source, readInPieces }, order, holder);
  };

const toldPieces = (pieces: Pieces, onRead: OnRead): Pieces =>
  async function* () {
    const bytes = pieces();
    let read = 0;
    for (let next = await bytes.next(); ; next = await bytes.next()) {
      if (next.done === true) return next.value;
      onRead((read += next.value.length));
      yield next.value;
    }
  };
