import { compareUtf8 } from '../../../../formats/paths/utf8-order.js';
import type { Archive } from '../../../archive/archive.js';
import { wordsFault } from '../../command-fault.js';
import type { GroupTarget } from '../../looking/target.js';
import { countText, numberText, sizeText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import { writeText } from '../../output/write-text.js';
import type { Ended, Session } from '../../program/verb.js';
import { chooseFiles, type ChosenFile } from '../restore/chosen-files.js';
import type { RestoreOptions } from '../restore/options.js';
import { restoredText } from '../restore/restore-faults.js';
import { compareCopy, type CopyComparison } from './compare-copy.js';
import type { LocalCopy } from './local-copy.js';

/** What is compared with what. */
export interface CopyWanted {
  readonly archive: Archive;
  readonly target: GroupTarget;
  readonly copy: LocalCopy;
  /** The copy, as it was typed. */
  readonly place: string;
  /** How the copy was restored. */
  readonly choice: Pick<RestoreOptions, 'patterns' | 'isStored' | 'isOriginal'>;
}

interface Difference {
  readonly type: 'changed' | 'missing' | 'extra';
  readonly path: string;
  readonly expected: string | null;
  readonly found: string | null;
}

const byPath = (one: Difference, other: Difference): number => compareUtf8(one.path, other.path);

const differencesIn = ({ changed, missing, extra }: CopyComparison): Difference[] => [
  ...changed.map(({ name, ...digests }): Difference => ({ type: 'changed', path: name, ...digests })).sort(byPath),
  ...missing
    .map(({ name, digest }): Difference => ({ type: 'missing', path: name, expected: digest.value, found: null }))
    .sort(byPath),
  ...extra.map((path): Difference => ({ type: 'extra', path, expected: null, found: null })).sort(byPath),
];

const MARKS = { changed: '~ changed', missing: '- missing', extra: '+ extra' } as const;

const differenceText = ({ type, path, expected, found }: Difference): string => {
  const line = `${MARKS[type].padEnd(12)}${shownName(path)}\n`;
  return type === 'changed' ? `${line}  preserved ${expected ?? ''}\n  found     ${found ?? ''}\n` : line;
};

const countsText = ({ changed, missing, extra, same }: CopyComparison): string =>
  [
    [changed.length, 'changed'],
    [missing.length, 'missing'],
    [extra.length, 'extra'],
    [same.files, 'the same'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${numberText(Number(count))} ${word}`)
    .join(', ');

/** What a copy is compared with: files of a version, or the files of the OCFL object up to it. */
const preservedFiles = async (
  { archive, target, copy, place, choice }: CopyWanted,
  signal: AbortSignal,
): Promise<readonly ChosenFile[]> => {
  if (copy.kind === 'version') return (await chooseFiles(archive, target, choice, 'verify')).files;
  const { patterns, isStored, isOriginal } = choice;
  if (target.below !== '' || patterns.length > 0 || isStored || isOriginal)
    throw wordsFault(
      `${shownName(place)} is an OCFL object, which is compared wholly, and as it is stored.`,
      `muniment verify ${shellWord(target.group)} ${shellWord(place)}`,
    );
  const { readOcflObject } = await import('../restore/ocfl-object.js');
  return (await readOcflObject(archive, target, signal)).chosen.files;
};

/** Compares a copy with a version, and tells each difference. */
export const verifyCopy = async (wanted: CopyWanted, { output, interrupted }: Session): Promise<Ended> => {
  const { target, copy, place } = wanted;
  const files = await preservedFiles(wanted, interrupted);
  const compared = await compareCopy(copy, files, { progress: output.progress, signal: interrupted });
  const differences = differencesIn(compared);
  for (const difference of differences) {
    await output.record(difference);
    await writeText(output, differenceText(difference));
  }
  const { same, changed, missing, extra } = compared;
  const version = restoredText(target);
  if (differences.length > 0)
    await writeText(output, `${output.paint('red', 'NOT THE SAME')} as ${version}: ${countsText(compared)}.\n`);
  else if (!output.quiet)
    await writeText(
      output,
      `${countText(same.files, copy.kind === 'object' ? 'stored file' : 'file')}, ${sizeText(same.bytes)} in ${shownName(place)}: the same as ${version}.\n`,
    );
  const counts = { changed: changed.length, missing: missing.length, extra: extra.length, same: same.files };
  const summary = { group: target.group, version: target.version, to: place, as: null, counts };
  return { code: differences.length > 0 ? 1 : 0, summary: { ...summary, files: same.files, bytes: same.bytes } };
};
