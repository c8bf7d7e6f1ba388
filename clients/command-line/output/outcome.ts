import { escapePath } from '../../../formats/paths/repository-path.js';
import type { ToolFindings } from '../deposit/look-with-tools.js';
import type { EndedDeposit } from '../deposit/end-deposit.js';
import type { PreserveResult } from '../preserve-folder.js';
import { listed, printable } from './printable.js';
import { readableBytes } from './progress.js';
import { shellWord } from './shell-word.js';

/** The context of an outcome. */
export interface OutcomeContext {
  /** Repository path, not escaped. */
  readonly path: string;
  /** The folder of the OCFL object. */
  readonly object: string;
  /** The address of the group under `npm start`; null when it is only known then. */
  readonly address: string | null;
  /** The variable before other commands so that they use the same archive, with a final space; or empty. */
  readonly before: string;
  /** Preserved paths that look like junk. */
  readonly junk: readonly string[];
  readonly leftOut: readonly string[];
}

const NAMED = 10;

/** The rows about paths left out and junk. */
export const remarkRows = ({ junk, leftOut }: Pick<OutcomeContext, 'junk' | 'leftOut'>): string[] => [
  ...(leftOut.length === 0 ? [] : [`left out        ${leftOut.length}: ${listed(leftOut, NAMED)}`]),
  ...(junk.length === 0
    ? []
    : [`looks like junk ${junk.length}: ${listed(junk, NAMED)} (--exclude junk leaves it out)`]),
];

const changedText = ({ result }: PreserveResult): string => {
  if (result === null) return 'nothing; the folder is preserved as it is';
  const { binariesAdded: added, binariesPatched: patched, binariesDeleted: deleted } = result;
  return `${added.length} added, ${patched.length} patched, ${deleted.length} deleted`;
};

const FORMATS = 20;

const notScannedText = ({ files, paths }: ToolFindings['notScanned']): string =>
  `${files} for viruses, or not to the end: ${listed(paths, NAMED, files)} (metadata/batchreport/report.html)`;

/** What the tools found: a row for each format, the most frequent first, and one for each kind of warning. */
const toolRows = ({ found }: PreserveResult): string[] => {
  if (found === null) return [];
  const { formats, identified, unidentified, failed, notScanned, warnings, infected } = found;
  const more = formats.slice(FORMATS).reduce((sum, { files }) => sum + files, 0);
  const rows = formats
    .slice(0, FORMATS)
    .map(({ puid, name, files }) => `  ${`${files}`.padStart(7)}  ${puid.padEnd(12)} ${printable(name ?? '')}`);
  return [
    `formats         ${identified} of ${identified + unidentified} files identified`,
    ...rows,
    ...(more > 0 ? [`  ${`${more}`.padStart(7)}  of other formats`] : []),
    ...(unidentified > 0 ? [`unidentified    ${unidentified}: metadata/batchreport/csv_reports/unidentified.csv`] : []),
    ...(failed > 0 ? [`not readable    ${failed}: metadata/batchreport/csv_reports/errors.csv`] : []),
    ...(notScanned.files > 0 ? [`not scanned     ${notScannedText(notScanned)}`] : []),
    ...warnings.map((warning) => `warning         ${printable(warning)}`),
    ...(infected.length > 0 ? [`with a virus    ${infected.length}: ${listed(infected, NAMED)}`] : []),
  ];
};

const depositRow = ({ depositId, archived, reasons }: EndedDeposit): string => {
  if (archived) return `deposit         ${depositId}, archived: its files were removed from the workspace`;
  return reasons.length === 0
    ? `deposit         ${depositId}, its files stay in the workspace`
    : `deposit         ${depositId} could not be archived: ${reasons.map(printable).join(' ')}`;
};

/** How to archive what could not be archived. */
const archivingRows = ({ deposits }: PreserveResult, before: string): string[] => {
  const left = deposits.filter(({ reasons }) => reasons.length > 0);
  const command = ({ depositId }: EndedDeposit): string =>
    `  ${before}npm run archive -- ${depositId} --older-than P0D`;
  return left.length === 0 ? [] : ['To archive the deposit, once that is put right:', ...left.map(command)];
};

/** The text at the end of the command: the group, its version and size, its OCFL object, and how to inspect it. */
export const outcomeText = (preserved: PreserveResult, context: OutcomeContext): string => {
  const { group } = preserved;
  const { path, object, address, before } = context;
  const escaped = escapePath(path);
  const inventory = shellWord(`${object}/inventory.json`);
  return [
    `archival group  ${printable(path)}${group.name === null ? '' : ` (${printable(group.name)})`}`,
    `version         ${group.version}`,
    `files           ${group.files} (${readableBytes(group.bytes)}), METS included`,
    `changed         ${changedText(preserved)}`,
    ...preserved.deposits.map(depositRow),
    ...toolRows(preserved),
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
    ...archivingRows(preserved, before),
    '',
  ].join('\n');
};
