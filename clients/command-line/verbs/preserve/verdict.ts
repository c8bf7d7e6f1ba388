import type { Difference } from '../../group/folder-change.js';
import { countText, sizeText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';
import type { Ended } from '../../program/verb.js';
import { changeRecord, changesOf, changeText } from './change-rows.js';
import type { Run } from './run.js';

/** Shows what a version changes; all of it where `isWhole`. */
export const tellDifference = async (difference: Difference, output: Output, isWhole: boolean): Promise<void> => {
  if (output.form === 'json') {
    for (const change of changesOf(difference)) await output.record(changeRecord(change));
    return;
  }
  if (output.quiet) return;
  const text = changeText(difference, { form: output.form, isWhole });
  if (text !== '') await output.write(text);
};

/** The number and size of the files of a source. */
const totalsOf = ({ source: { folder } }: Run): { readonly files: number; readonly bytes: number } => ({
  files: folder.files.length,
  bytes: folder.files.reduce((sum, { size }) => sum + size, 0),
});

/** `9 files, 12.4 kB`. */
export const totalsText = (run: Run): string => {
  const { files, bytes } = totalsOf(run);
  return `${countText(files, 'file')}, ${sizeText(bytes)}`;
};

/** How many files of each kind a version changes. */
export const countsOf = ({ change }: Difference) => ({
  added: change.added.length,
  changed: change.changed.length,
  renamed: change.renamed.length,
  deleted: change.removed.length,
});

const NO_COUNTS = { added: 0, changed: 0, renamed: 0, deleted: 0 };

/** What there is at the end. */
export interface Made {
  /** The newest version of the group. */
  readonly version: number;
  /** Whether it was made now. */
  readonly isNew: boolean;
  /** Null where nothing is other. */
  readonly difference: Difference | null;
}

/** Says what was made. */
export const preservedEnd = async (run: Run, { version, isNew, difference }: Made): Promise<Ended> => {
  const { source, settings, session, warnings } = run;
  const { output } = session;
  const group = settings.group.value;
  const name = `${shownName(group)}@v${version}`;
  const sentence = isNew
    ? `Preserved ${shownName(source.shown)} as ${name}: ${totalsText(run)}.`
    : `${shownName(source.shown)} is the same as ${name}. No version was made.`;
  if (output.form !== 'json') await output.write(`${output.quiet ? name : sentence}\n`);
  const counts = difference === null ? NO_COUNTS : countsOf(difference);
  return { code: 0, summary: { group, version: isNew ? version : null, ...totalsOf(run), counts, warnings } };
};
