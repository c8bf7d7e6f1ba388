import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { isAscii } from './bag-path.js';
import type { BagUnderTest } from './bag-under-test.js';
import type { Claims } from './claims.js';

const OF_SYSTEMS = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;

/** Warns of payload paths that do not survive on every system (RFC 8493, 6.1). */
export const checkNames = ({ findings }: BagUnderTest, { digests }: Claims): SlicedWork<void> => {
  const byName = new Map<string, string>();
  return eachSliced(digests.keys(), (path) => {
    if (OF_SYSTEMS.test(path))
      findings.warning('system-file', path, 'It is a file that an operating system makes for its own use.');
    const folded = inFormC(path).toLowerCase();
    const other = byName.get(folded);
    if (other === undefined) byName.set(folded, path);
    else if (inFormC(other) === inFormC(path)) findings.warning('paths-differ-by-normalisation', path, OTHER_FORM);
    else findings.warning('paths-differ-by-case', path, `Its path differs from ${other} only in case.`);
  });
};

const inFormC = (path: string): string => (isAscii(path) ? path : path.normalize('NFC'));

const OTHER_FORM =
  'Another file has the same path in another Unicode normal form (composed or decomposed letters), which looks the same. Some systems can keep only one of them.';
