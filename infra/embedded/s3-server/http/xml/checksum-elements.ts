import type { Checksums } from '../../contract/object-engine.js';
import { checksumAlgorithms } from '../body/declared-digests.js';
import { textElement } from './write-xml.js';

/** `<ChecksumSHA256>` and similar elements, for the present checksums. */
export const checksumElements = (checksums: Checksums): string[] =>
  checksumAlgorithms.flatMap((algorithm) => {
    const value = checksums[algorithm];
    return value === undefined ? [] : [textElement(`Checksum${algorithm}`, value)];
  });
