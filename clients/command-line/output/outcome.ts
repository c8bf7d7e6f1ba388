import { escapePath } from '../../api/repository-path.js';
import type { Preserved } from '../preserve-folder.js';
import { listed, printable } from './printable.js';
import { readableBytes } from './progress.js';
import { shellWord } from './shell-word.js';

/** What there is to tell beside what the archive says. */
export interface OutcomeContext {
  /** Repository path, not escaped. */
  readonly path: string;
  /** The folder of the OCFL object. */
  readonly object: string;
  /** Where `npm start` shows the group; null when its address is only known then. */
  readonly address: string | null;
  /** What must stand before other commands so that they find the same archive, with a space at its end; or nothing. */
  readonly before: string;
  /** What was preserved and looks like junk. */
  readonly junk: readonly string[];
  readonly leftOut: readonly string[];
}

const NAMED = 10;

/** What a run says of names that are out of the ordinary, as rows of the outcome. */
export const remarkRows = ({ junk, leftOut }: Pick<OutcomeContext, 'junk' | 'leftOut'>): string[] => [
  ...(leftOut.length === 0 ? [] : [`left out        ${leftOut.length}: ${listed(leftOut, NAMED)}`]),
  ...(junk.length === 0
    ? []
    : [`looks like junk ${junk.length}: ${listed(junk, NAMED)} (--exclude junk leaves it out)`]),
];

const changedText = ({ result }: Preserved): string => {
  if (result === null) return 'nothing; the folder is preserved as it is';
  const { binariesAdded: added, binariesPatched: patched, binariesDeleted: deleted } = result;
  return `${added.length} added, ${patched.length} patched, ${deleted.length} deleted`;
};

/** What the command prints at its end: the group, its version, what is in it, where it lies, and how to look at it. */
export const outcomeText = (preserved: Preserved, context: OutcomeContext): string => {
  const { group } = preserved;
  const { path, object, address, before } = context;
  const escaped = escapePath(path);
  const inventory = shellWord(`${object}/inventory.json`);
  return [
    `archival group  ${printable(path)}${group.name === null ? '' : ` (${printable(group.name)})`}`,
    `version         ${group.version}`,
    `files           ${group.files} (${readableBytes(group.bytes)}), METS included`,
    `changed         ${changedText(preserved)}`,
    ...remarkRows(context),
    `OCFL object     ${object}`,
    '',
    'To look at it, with nothing running:',
    `  cat ${inventory}`,
    `  ${before}npm run audit -- ${shellWord(escaped)}`,
    address === null
      ? `or with the platform, as /repository/${escaped} of the address that it prints:`
      : `or with the platform, as ${address}:`,
    `  ${before}npm start`,
    '',
  ].join('\n');
};
