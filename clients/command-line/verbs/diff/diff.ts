import { compareListings, type Listing } from '../../../archive/compare-listings.js';
import type { Archive, ArchivedFile } from '../../../archive/archive.js';
import { CommandFault, wordsFault } from '../../command-fault.js';
import { countsText } from '../../looking/counts-text.js';
import { selectFiles } from '../../looking/selected-files.js';
import { pathBelow, readGroupTarget, versionText, type GroupTarget } from '../../looking/target.js';
import { writeLines } from '../../looking/write-lines.js';
import { numberText } from '../../output/amounts.js';
import type { Verb } from '../../program/verb.js';
import { changeLines, changeRecord } from './change-lines.js';

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

async function* none(): AsyncGenerator<ArchivedFile> {
  yield* await Promise.resolve([]);
}

/** The files of a place that a version does not have. */
const NOTHING: Listing<ArchivedFile> = { files: none(), nameOf: ({ stored }) => stored };

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

interface Sides {
  readonly before: Listing<ArchivedFile>;
  readonly after: Listing<ArchivedFile>;
  /** The path that names are below. */
  readonly top: string;
  readonly isFolder: boolean;
}

/** Both sides; one that has no such path is empty where the other has it. */
const selectSides = async (
  archive: Pick<Archive, 'files' | 'changesOf'>,
  [old, now]: readonly [GroupTarget, GroupTarget],
  stored: boolean,
): Promise<Sides> => {
  const sides = await Promise.allSettled(
    [old, now].map((each) => selectFiles(archive, each, { stored, verb: 'diff', described: false })),
  );
  const [before, after] = sides.map((side) => {
    if (side.status === 'fulfilled') return side.value;
    if (side.reason instanceof CommandFault && side.reason.code === 'file-not-found') return null;
    throw side.reason;
  });
  const any = after ?? before;
  if (any === null || any === undefined) throw (sides[0] as PromiseRejectedResult).reason;
  const top = pathBelow(now.group, any.kind === 'folder' ? now.below : '');
  // Two files are compared whatever their names are.
  const isOfFiles = before?.kind === 'file' && after?.kind === 'file';
  return {
    before: { ...(before ?? NOTHING), ...(isOfFiles ? { nameOf: () => now.below } : {}) },
    after: after ?? NOTHING,
    top,
    isFolder: any.kind === 'folder',
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
    const { before, after, top, isFolder } = await selectSides(archive, sides, options['stored'] === true);
    const sum = { files: 0, bytes: 0 };
    const folders = new Set<string>();
    const counted = async function* (files: AsyncIterable<ArchivedFile>): AsyncGenerator<ArchivedFile> {
      for await (const file of files) {
        sum.files += 1;
        sum.bytes += file.size;
        const name = after.nameOf(file);
        if (name.includes('/')) folders.add(name.slice(0, name.lastIndexOf('/')));
        yield file;
      }
    };
    const { changes, counts, same } = await compareListings(before, { ...after, files: counted(after.files) });
    const pathOf = (name: string): string => pathBelow(top, name);
    if (output.form === 'json') for (const change of changes) await output.record(changeRecord(change, pathOf));
    else await writeLines(output, changeLines(changes, { output, pathOf, folders: isFolder ? folders : null }));
    output.note(`${[countsText(counts), `${numberText(same)} the same`].filter((text) => text !== '').join(', ')}.`);
    const [, { group, version }] = sides;
    return { code: 0, summary: { group, version, ...sum, counts: { ...counts, same } } };
  },
};
