import type { LocalFolder } from './folder-inspection.js';
import { listed } from './listed.js';

/** At least one tool that is widely used reads these wrongly where JSON has them escaped. */
const ODD = /["\\\p{Cc}]/u;

const NAMED = 10;

/** What to say of names that some tools cannot read in an inventory; null when there are none. */
export const oddNamesWarning = ({ files }: Pick<LocalFolder, 'files'>): string | null => {
  const odd = files.map(({ path }) => path).filter((path) => ODD.test(path));
  return odd.length === 0
    ? null
    : 'Warning: names with a quotation mark, a backslash or a control character are preserved as they are, but there ' +
        `are OCFL tools that cannot read an inventory with them: ${listed(odd, NAMED)}.`;
};
