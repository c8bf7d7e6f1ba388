import { CommandFault } from '../../command-fault.js';
import type { ToolFindings } from '../../deposit/look-with-tools.js';
import { countText } from '../../output/amounts.js';
import { listed, shownName } from '../../output/printable.js';
import { EXIT_NEEDS_YES, type Question } from '../../output/question.js';
import { shellWord } from '../../output/shell-word.js';
import type { Answers } from './options.js';

const NAMED = 5;
const NO_VERSION = 'No version was made.';

const infectedText = (infected: ToolFindings['infected']): string => {
  const names = infected
    .slice(0, NAMED)
    .map(({ path, virus }) => `${shownName(path)}${virus === '' ? '' : ` (${shownName(virus)})`}`);
  const more = infected.length > NAMED ? ` and ${infected.length - NAMED} more` : '';
  return `A virus was found in ${countText(infected.length, 'file')}: ${names.join(', ')}${more}.`;
};

const optionsFor = (option: string, paths: readonly string[]): string =>
  paths.map((path) => `${option} ${shellWord(path)}`).join(' ');

const notScannedText = ({ files, paths }: ToolFindings['notScanned']): string =>
  `${countText(files, 'file')} ${files === 1 ? 'was' : 'were'} not scanned for viruses, or not to the end: ` +
  `${listed(paths, NAMED, files)}.`;

const about = (
  sentences: readonly string[],
  version: number,
  fault: { readonly code: string; readonly next: string },
): Question => {
  const text = sentences.join(' ');
  return {
    text: `${text} Preserve this as version ${version} all the same? [y/N]`,
    expects: 'y',
    isAnswered: false,
    refusal: new CommandFault(`${text} ${NO_VERSION}`, { ...fault, exit: EXIT_NEEDS_YES }),
  };
};

/** The question before files that may have a virus are preserved; null where all were scanned and are clean, or accepted. */
export const virusQuestion = (
  { infected, notScanned }: Pick<ToolFindings, 'infected' | 'notScanned'>,
  version: number,
  { acceptInfected, yes }: Pick<Answers, 'acceptInfected' | 'yes'>,
): Question | null => {
  const refused = infected.filter(({ path }) => !acceptInfected.includes(path));
  const unscanned = notScanned.files > 0 && !yes ? [notScannedText(notScanned)] : [];
  if (refused.length > 0) {
    const paths = refused.slice(0, NAMED).map(({ path }) => path);
    const next = `${optionsFor('--exclude', paths)}, or ${optionsFor('--accept-infected', paths)}`;
    return about([infectedText(refused), ...unscanned], version, { code: 'virus-found', next });
  }
  return unscanned.length === 0
    ? null
    : about(unscanned, version, { code: 'files-not-scanned', next: '--exclude <pattern>, or --yes' });
};
