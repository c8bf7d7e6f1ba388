import type { SizeAndDigest } from '../digests/digested.js';
import type { Pieces } from '../read-in-pieces.js';
import { refused, success, type Result } from '../../flow/result.js';
import { failureOf, type MetsFailure } from './mets-failure.js';
import { readSections, type MetsToRead } from './structure/read-sections.js';

/**
 * Describes a METS of any producer that comes in pieces, and is not held. Answers a failure for an invalid document. Rejects
 * as the pieces do.
 */
export const describedInPieces = async <T>(
  pieces: Pieces,
  describe: (sections: MetsToRead & SizeAndDigest) => T,
): Promise<Result<T, MetsFailure>> => {
  try {
    return success(describe(await readSections(pieces)));
  } catch (error) {
    return refused(failureOf(error));
  }
};
