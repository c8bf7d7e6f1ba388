import type { Archive } from '../../../archive/archive.js';
import { wordsFault } from '../../command-fault.js';
import { countText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { fileRecord } from '../../looking/file-record.js';
import { readTarget } from '../../looking/target.js';
import { writeLines } from '../../looking/write-lines.js';
import { typedPathText } from '../../program/archive-path.js';
import type { Output } from '../../program/output.js';
import type { Verb } from '../../program/verb.js';
import { findInArchive } from './find-in-archive.js';
import { findInGroup } from './find-in-group.js';
import { readCriteria, type Criteria, type TypedCriteria } from './criteria.js';
import type { Found } from './found.js';

const HELP = `Usage: muniment find [text] [options]

Finds files of the newest version of every archival group. The text is a part
of the path, in any casing. A file is listed where all that is asked for holds.
--format, --virus and --all-versions look within one group, named by --in.

  muniment find mill
  muniment find --name '*.tif' --since 2026-11-01
  muniment find --digest d4c8331ebd0a5ce150143240eb591d5924e5d6b6832ce5...
  muniment find --format fmt/12 --in letters/1911
  muniment find mill --all-versions --in letters/1911

  --name <pattern>   * and ? stand for letters; with / the path in the group
  --digest <digest>  SHA-256, all 64 digits
  --since <date>     in a version made since then, such as 2026-11-01
  --in <path>        only in this container, group or folder
  --format <format>  key, media type or part of the name of the format
  --virus            files in which a virus was found
  --all-versions     also files of older versions
  -0, --null         paths as they are, each ended by a NUL

Exit codes: 0 searched, also where nothing is found, 1 the place is not
there, 2 command line, 4 login, 5 try again later.
`;

const wordOf = ({ path, version, isNewest }: Found): string => typedPathText(path, isNewest ? null : version);

const recordOf = ({ path, version, file }: Found): object =>
  file === null ? { type: 'file', path, version } : fileRecord(path, version, file);

const printFound = async (found: AsyncIterable<Found>, isNull: boolean, output: Output): Promise<number> => {
  let files = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const each of found) {
      files += 1;
      if (output.form === 'json') await output.record(recordOf(each));
      else yield isNull ? `${wordOf(each)}\0` : `${shownName(wordOf(each))}\n`;
    }
  };
  await writeLines(output, lines());
  return files;
};

const requireWholeArchive = ({ format, isVirus, isAllVersions }: Criteria): void => {
  const [option] = [
    ...(format === null ? [] : ['--format']),
    ...(isVirus ? ['--virus'] : []),
    ...(isAllVersions ? ['--all-versions'] : []),
  ];
  if (option !== undefined)
    throw wordsFault(`find ${option} looks within one archival group.`, 'muniment find … --in <path of the group>');
};

/** Finds files of one group, or of all below a container. */
const findIn = async (
  archive: Archive,
  word: string,
  criteria: Criteria,
  { form }: Output,
): Promise<AsyncIterable<Found>> => {
  const target = await readTarget(archive, word);
  if (target.kind === 'group') {
    const isDescribed = criteria.format !== null || criteria.isVirus || form === 'json';
    return findInGroup(archive, target, criteria, isDescribed);
  }
  requireWholeArchive(criteria);
  return findInArchive(archive, target.path, criteria);
};

/** Finds files. */
export const find: Verb = {
  name: 'find',
  kind: 'lines',
  help: HELP,
  define: (command) => {
    command
      .argument('[text]')
      .option('--name <pattern>')
      .option('--digest <digest>')
      .option('--since <date>')
      .option('--in <path>')
      .option('--format <format>')
      .option('--virus')
      .option('--all-versions')
      .option('-0, --null');
  },
  run: async ({ args: [text], options }, { archive: open, output }) => {
    const typed: TypedCriteria & { readonly in?: string; readonly null?: boolean } = options;
    const found = await findIn(await open(), typed.in ?? '', readCriteria(text, typed), output);
    const files = await printFound(found, typed.null === true, output);
    output.note(`${countText(files, 'file')}.`);
    return { code: 0, summary: { files } };
  },
};
