import type { EndedDeposit } from '../../deposit/end-deposit.js';
import type { ToolFindings } from '../../deposit/look-with-tools.js';
import { junkAmong } from '../../../../formats/paths/junk-names.js';
import type { PreservableFolder } from '../../folder/preservable-folder.js';
import { countText } from '../../output/amounts.js';
import { formatRows } from '../../output/format-rows.js';
import { listed, printable } from '../../output/printable.js';
import { SETTINGS_FILE } from '../../folder/folder-settings.js';
import { oddNames } from './odd-names.js';

const NAMED = 10;

/** Sentences about a folder before it is preserved: what is left out, and what may be unwanted or hard to read elsewhere. */
export const folderNotes = (folder: PreservableFolder): string[] => {
  const { files } = folder;
  const leftOut = folder.leftOut.filter((path) => path !== SETTINGS_FILE); // it is no file of the depositor's
  const junk = junkAmong(files.map(({ path }) => path));
  return [
    ...oddNames(folder),
    ...(leftOut.length === 0 ? [] : [`left out: ${listed(leftOut, NAMED)}.`]),
    ...(junk.length === 0 ? [] : [`${listed(junk, NAMED)}: this looks like junk, which --exclude junk leaves out.`]),
  ];
};

/** Sentences about what the tools found, after the version was made. */
export const toolNotes = ({ unidentified, failed, warnings, notScanned, infected }: ToolFindings): string[] => [
  ...(unidentified > 0
    ? [`${countText(unidentified, 'file')} of unknown format: csv_reports/unidentified.csv below metadata/.`]
    : []),
  ...(failed > 0
    ? [`${countText(failed, 'file')} that a tool could not read: csv_reports/errors.csv below metadata/.`]
    : []),
  ...(notScanned.files > 0 ? [`not scanned for viruses: ${listed(notScanned.paths, NAMED, notScanned.files)}.`] : []),
  ...(infected.length > 0
    ? [
        `preserved with a virus: ${listed(
          infected.map(({ path }) => path),
          NAMED,
        )}.`,
      ]
    : []),
  ...warnings.map(printable),
];

/** The rows about formats. */
export const formatsText = (found: ToolFindings): string => formatRows(found).join('\n');

/** Sentences about deposits whose workspaces could not be emptied. */
export const depositNotes = (deposits: readonly EndedDeposit[]): string[] =>
  deposits
    .filter(({ reasons }) => reasons.length > 0)
    .map(
      ({ depositId, reasons }) =>
        `the workspace of deposit ${depositId} could not be emptied: ${reasons.map(printable).join(' ')} ` +
        `Next: muniment archive ${depositId} --older-than P0D`,
    );
