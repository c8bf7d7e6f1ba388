import type { RecordedDigest } from '../digests/checked-bytes.js';
import { OcflFault } from './ocfl-fault.js';

/** What the inventory recorded of a file. */
export interface RecordedContent {
  readonly digest: RecordedDigest;
  /** The fault of a file that has another digest: OcflFault `content-digest-mismatch`. */
  readonly differs: (found: string) => OcflFault;
}

/** Of a file of a version, which is named as `letters/1911@v1`. */
export const recordedContent = (version: string, path: string, digest: RecordedDigest): RecordedContent => ({
  digest,
  differs: (found) => {
    const message = `${version}, ${path}, is damaged: expected ${digest.value}, found ${found}.`;
    return new OcflFault('content-digest-mismatch', message);
  },
});
