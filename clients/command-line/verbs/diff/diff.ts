import { posix } from 'node:path';
import { isBelow } from '../../../../formats/paths/repository-path.js';
import type { Archive, ComparedPlace, Comparison } from '../../../archive/archive.js';
import { wordsFault } from '../../command-fault.js';
import { countsText } from '../../looking/counts-text.js';
import { missingFile } from '../../looking/missing-file.js';
import { namingOf, type Naming } from '../../looking/naming.js';
import { pathBelow, readGroupTarget, versionText, type GroupTarget } from '../../looking/target.js';
import { writeLines } from '../../looking/write-lines.js';
import { numberText } from '../../output/amounts.js';
import type { Verb } from '../../program/verb.js';
import { changeLines, changeRecord, KINDS, type ComparedNames } from './change-lines.js';

const HELP = `Usage: muniment diff <path[@version]> [@version | path[@version]] [options]

Shows which files are added, changed, renamed or deleted between two versions
of an archival group, a folder or a file.

  muniment diff letters/1911@v1 @v3
  muniment diff letters/1911/pictures@v1 @v2
  muniment diff letters/1911@v1
  muniment diff letters/1911

With one version: compared with the newest. Without: the newest with the one
before. Renamed are files that went and came with the same bytes. For the
differences within a file, compare two of muniment cat.

  --stored  also METS and tool outputs, names as stored

Exit codes: 0 compared, also where files differ, 1 not there,
2 command line, 4 login, 5 try again later.
`;

/** The two places that are compared, the older one first. */
const readSides = async (
  archive: Pick<Archive, 'place'>,
  [first = '', second]: readonly string[],
): Promise<readonly [GroupTarget, GroupTarget]> => {
  const one = await readGroupTarget(archive, first);
  if (second !== undefined) {
    const word = /^@(v\d+)?$/.test(second) ? `${pathBelow(one.group, one.below)}${second}` : second;
    return [one, await readGroupTarget(archive, word)];
  }
  if (one.isVersionTyped) return [one, { ...one, version: one.head }];
  if (one.head > 1) return [{ ...one, version: one.head - 1 }, one];
  throw wordsFault(`${versionText(one)} is the only version; there is nothing to compare it with.`);
};

/** What both words mean, where there is something at one of the places. */
const compareSides = async (
  archive: Pick<Archive, 'compare' | 'files' | 'changesOf'>,
  [old, now]: readonly [GroupTarget, GroupTarget],
  { storedAt, pathOf }: Naming,
): Promise<Comparison> => {
  const placeOf = ({ group, version, below }: GroupTarget): ComparedPlace => ({
    group,
    version,
    below: storedAt(below),
  });
  const comparison = await archive.compare(placeOf(old), placeOf(now));
  const { counts, newer } = comparison;
  const isNothing = newer.files === 0 && Object.values(counts).every((count) => count === 0);
  if (!isNothing || now.below === '') return comparison;
  throw await missingFile(archive, old, { at: storedAt(old.below), verb: 'diff', pathOf });
};

/** A stored path seen from a folder; one that is not below it begins with `..`. */
const seenFrom = (folder: string, stored: string): string => {
  if (folder === '') return stored;
  return isBelow(stored, folder) ? stored.slice(folder.length + 1) : posix.relative(`/${folder}`, `/${stored}`);
};

/** The names of files at a place: a file that was asked for is named in its group, others are named below the folder. */
const namesAt = ({ group, below }: GroupTarget, { storedAt, pathOf }: Naming): ComparedNames => {
  const place = storedAt(below);
  const nameIn = (stored: string): string => pathOf({ stored });
  return {
    pathOf: (stored) => pathBelow(group, nameIn(stored)),
    nameOf: (path, { stored, from }) => (stored === place || from === place ? nameIn(path) : seenFrom(place, path)),
    goneFolderOf: ({ stored, goneFolder }) => {
      if (goneFolder === null || !isBelow(stored, place)) return null;
      if (isBelow(goneFolder, place)) return seenFrom(place, goneFolder);
      const name = seenFrom(place, stored);
      return name.includes('/') ? name.slice(0, name.indexOf('/')) : null;
    },
  };
};

/** Compares two versions. */
export const diff: Verb = {
  name: 'diff',
  kind: 'lines',
  help: HELP,
  define: (command) => {
    command.argument('<path>').argument('[other]').option('--stored');
  },
  run: async ({ args, options }, { archive: open, output }) => {
    const archive = await open();
    const sides = await readSides(archive, args);
    const naming = namingOf(options['stored'] === true);
    const comparison = await compareSides(archive, sides, naming);
    const { counts, same, newer } = comparison;
    const [, now] = sides;
    const names = namesAt(now, naming);
    if (output.form === 'json') {
      for (const kind of KINDS)
        for await (const change of comparison.changes(kind)) await output.record(changeRecord(change, names));
    } else await writeLines(output, changeLines(comparison, names, output));
    output.note(`${[countsText(counts), `${numberText(same)} the same`].filter((text) => text !== '').join(', ')}.`);
    const { group, version } = now;
    return { code: 0, summary: { group, version, ...newer, counts: { ...counts, same } } };
  },
};
