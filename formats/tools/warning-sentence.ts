import type { ToolProblem, ToolWarning } from './tool-readings.js';

const NOBODY = 'so no file is recorded as free of viruses';

type Words = Pick<ToolWarning, 'leftOut' | 'names'>;

/** What follows the path of the output. */
const WORDS: Readonly<Record<ToolProblem, (words: Words) => string>> = {
  unreadable: () => 'could not be read, so nothing of it is used.',
  'not-understood': () => 'is not the output of the tool that writes this file, so nothing of it is used.',
  'in-part': ({ leftOut = 0 }) => `has parts that could not be read (${leftOut}), which were left out.`,
  'too-long': () => 'is longer than the limit for reading: the rest was left out.',
  'scan-unfinished': () => `has no summary, as if the scan did not end, ${NOBODY}. Scan the files again.`,
  'scan-without-signatures': () =>
    `shows that the scanner knew no viruses ("Known viruses"), ${NOBODY}. Update its signatures, then scan the files again.`,
  'scan-failed': ({ names = [] }) =>
    `has an error of the scanner (${quoted(names)}), ${NOBODY}. Remove its cause, then scan the files again.`,
  'scan-incomplete': ({ leftOut }) =>
    `does not show that all files of the batch report were scanned ("Scanned files"${leftOut === undefined ? '' : `: ${leftOut} too few`}), ${NOBODY}. Scan all of them.`,
  'scan-in-part': () =>
    'does not name all files that were not scanned, so only files that it reports as OK are recorded as free of viruses. Scan the others again.',
  'hit-unplaced': ({ names = [] }) =>
    `names files with a virus that are not in the workspace (${quoted(names)}), so only files that it reports as OK are recorded as free of viruses. Scan the files as they are in the workspace.`,
};

/** The longest name or line of a tool that is quoted, in UTF-16 units. */
const LONGEST_QUOTED = 200;

const quoted = (names: readonly string[]): string =>
  names.map((name) => `"${name.slice(0, LONGEST_QUOTED)}"`).join(', ');

/** A warning as text for people: what is wrong with the output, what follows, and what to do about it. */
export const warningSentence = ({ path, problem, ...words }: ToolWarning): string => `${path} ${WORDS[problem](words)}`;
