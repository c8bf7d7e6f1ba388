import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { isAscii } from './bag-path.js';
import type { BagUnderTest } from './bag-under-test.js';
import type { Claims } from './claims.js';

const OF_SYSTEMS = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;

/** Warns of payload paths that do not survive on every system (RFC 8493, 6.1). */
export const checkNames = ({ findings }: BagUnderTest, { digests }: Claims): SlicedWork<void> => {
  const byCase = new Map<string, string>();
  return eachSliced(digests.keys(), (path) => {
    if (OF_SYSTEMS.test(path)) findings.warning('system-file', path, 'It is a file that a system makes for itself.');
    const folded = (isAscii(path) ? path : path.normalize('NFC')).toLowerCase();
    const other = byCase.get(folded);
    if (other === undefined) byCase.set(folded, path);
    else findings.warning('paths-differ-by-case', path, `Its path is the same as ${other} where case does not matter.`);
  });
};
