import { deletedParts } from '../../../changes/deleted-parts.js';
import { CommandFault } from '../../command-fault.js';
import type { FolderChange } from '../../group/folder-change.js';
import { countText, numberText } from '../../output/amounts.js';
import { listed, shownName } from '../../output/printable.js';
import { EXIT_NEEDS_YES, type Question } from '../../output/question.js';
import type { Answers } from './options.js';

/** What a question about deleted files is about. */
export interface AskedAbout {
  /** The folder as it is shown. */
  readonly shown: string;
  readonly path: string;
  /** The version that would be made. */
  readonly version: number;
  /** How many files there are now in the folder. */
  readonly files: number;
  readonly change: FolderChange;
}

/** A folder with more files is asked about where it goes wholly. */
const LARGE_FOLDER = 20;
const MUCH = 10;
const FOLDERS = 3;

const NOTHING_CHANGED = 'Nothing was changed.';

const heldFiles = ({ removed, changed, renamed, unchanged }: FolderChange): number =>
  removed.length + changed.length + renamed.length + unchanged;

const goingText = ({ change }: AskedAbout): string => {
  const gone = change.removed.length;
  const { folders } = deletedParts({ deleted: change.removed, kept: change.kept });
  const names = folders.map(({ path }) => path);
  const among = names.length === 0 ? '' : `, among them all of ${listed(names, FOLDERS)}`;
  return `${numberText(gone)} of ${countText(heldFiles(change), 'file')} would be deleted${among}.`;
};

const emptyText = ({ shown, path, change }: AskedAbout): string => {
  const held = heldFiles(change);
  const group = shownName(path);
  if (held === 0) return `${shownName(shown)} is empty, and so would be ${group}.`;
  return `${shownName(shown)} is empty, ${group} has ${countText(held, 'file')}.`;
};

const refusal = (message: string, code: string, next: string): CommandFault =>
  new CommandFault(message, { code, exit: EXIT_NEEDS_YES, next });

const ofEmpty = (about: AskedAbout, isAnswered: boolean): Question => {
  const text = emptyText(about);
  const gone = about.change.removed.length;
  const next = `if meant: --expect-deleted ${gone}`;
  return {
    text: `${text} If that is meant, type ${gone}:`,
    expects: `${gone}`,
    isAnswered,
    refusal: refusal(`${text} ${NOTHING_CHANGED} Is a disk not mounted?`, 'folder-empty', next),
  };
};

const ofMany = (
  about: AskedAbout,
  { isHalf, isAnswered }: { readonly isHalf: boolean; readonly isAnswered: boolean },
): Question => {
  const text = goingText(about);
  const gone = about.change.removed.length;
  const next = isHalf ? `--dry-run, then --expect-deleted ${gone}` : '--dry-run, then --yes';
  return {
    text: isHalf
      ? `${text} Type ${gone} to preserve this as version ${about.version}:`
      : `${text} Preserve this as version ${about.version}? [y/N]`,
    expects: isHalf ? `${gone}` : 'y',
    isAnswered,
    refusal: refusal(`${text} ${NOTHING_CHANGED}`, 'files-deleted', next),
  };
};

/** Throws CommandFault where another number of files is expected to go. */
const requireExpected = (about: AskedAbout, { expectDeleted }: Answers): void => {
  const gone = about.change.removed.length;
  if (expectDeleted === null || expectDeleted === gone) return;
  throw refusal(
    `${countText(gone, 'file')} would be deleted, not ${numberText(expectDeleted)}. ${NOTHING_CHANGED}`,
    'files-deleted',
    '--dry-run',
  );
};

/**
 * The question before a version without many of the files that the one before has: more than a tenth of them, or a whole
 * folder of more than 20; where more than half would go, or the folder is empty, the number is to be typed. Null for any
 * other change. Throws CommandFault where another number of files is expected to go.
 */
export const deletionQuestion = (about: AskedAbout, answers: Answers): Question | null => {
  requireExpected(about, answers);
  const { change, files } = about;
  const [gone, held] = [change.removed.length, heldFiles(change)];
  const isExpected = answers.expectDeleted !== null;
  if (files === 0) return ofEmpty(about, isExpected);
  const { folders } = deletedParts({ deleted: change.removed, kept: change.kept });
  const isLarge = gone * MUCH > held || folders.some((folder) => folder.files > LARGE_FOLDER);
  if (!isLarge) return null;
  const isHalf = gone * 2 > held;
  return ofMany(about, { isHalf, isAnswered: isExpected || (!isHalf && answers.yes) });
};
