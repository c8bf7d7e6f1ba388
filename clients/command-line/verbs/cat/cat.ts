import { piecesOf, type Archive, type ArchivedFile } from '../../../archive/archive.js';
import { CommandFault, wordsFault } from '../../command-fault.js';
import { selectFiles } from '../../looking/selected-files.js';
import { pathBelow, readGroupTarget, versionText, type GroupTarget } from '../../looking/target.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import type { Session, Verb } from '../../program/verb.js';
import { comparedBytes, DamagedBytes } from './compared-bytes.js';

const HELP = `Usage: muniment cat <path[@version]>... [options]

Prints a file, and compares it with its digest on the way: the last bytes are
printed only where all of them are as preserved.

  muniment cat letters/1911/index.csv
  muniment cat letters/1911/index.csv@v1 > index.csv
  muniment cat "letters/1911/Brief an Clara.txt" | less

Without @version: the newest. Several files follow each other.

  --stored  the path is one of a stored file, such as mets.xml

Exit codes: 0 printed and as preserved, 1 damaged or not there,
2 command line, 4 login, 5 try again later.
`;

const damaged = (name: string, target: GroupTarget, { message }: DamagedBytes): CommandFault =>
  new CommandFault(`DAMAGED: ${versionText(target)}, ${shownName(name)}. ${message}`, {
    code: 'damaged',
    next: `muniment audit ${shellWord(target.group)}`,
  });

const notFile = (group: string, below: string): CommandFault => {
  const path = pathBelow(group, below);
  const what = below === '' ? 'an archival group' : 'a folder';
  return new CommandFault(`${shownName(path)} is ${what}, not a file.`, {
    code: 'not-a-file',
    next: `muniment ls ${shellWord(path)}`,
  });
};

const noMatch = (target: GroupTarget): CommandFault =>
  new CommandFault(`No file of ${versionText(target)} matches ${shownName(target.below)}.`, {
    code: 'file-not-found',
    next: `muniment ls -r ${shellWord(target.group)}`,
  });

/** Prints one file; rejects with DamagedBytes before its last bytes are printed where they are not as preserved. */
const printBytes = async (
  archive: Pick<Archive, 'open'>,
  { group, version }: GroupTarget,
  file: ArchivedFile,
  { output, interrupted }: Pick<Session, 'output' | 'interrupted'>,
): Promise<void> => {
  const bytes = piecesOf(await archive.open(group, version, file));
  for await (const piece of comparedBytes(bytes, file)) {
    interrupted.throwIfAborted();
    await output.writeBytes(piece);
  }
};

/** Prints the files that a word means; gives how many they are. */
const printFiles = async (
  word: string,
  stored: boolean,
  session: Session,
): Promise<{ files: number; bytes: number }> => {
  const archive = await session.archive();
  const target = await readGroupTarget(archive, word);
  const { kind, files, pathOf } = await selectFiles(archive, target, { stored, verb: 'cat', described: false });
  if (kind === 'folder') throw notFile(target.group, target.below);
  const sum = { files: 0, bytes: 0 };
  for await (const file of files) {
    await printBytes(archive, target, file, session).catch((error: unknown) => {
      throw error instanceof DamagedBytes ? damaged(pathOf(file), target, error) : error;
    });
    sum.files += 1;
    sum.bytes += file.size;
  }
  if (sum.files === 0) throw noMatch(target);
  return sum;
};

/** Prints files. */
export const cat: Verb = {
  name: 'cat',
  kind: 'lines',
  help: HELP,
  define: (command) => {
    command.argument('<path...>').option('--stored');
  },
  run: async ({ args, options }, session) => {
    if (session.output.form === 'json')
      throw wordsFault('cat prints the bytes of a file, and has no --json.', 'muniment ls --json');
    const summary = { files: 0, bytes: 0 };
    for (const word of args) {
      const { files, bytes } = await printFiles(word, options['stored'] === true, session);
      summary.files += files;
      summary.bytes += bytes;
    }
    return { code: 0, summary };
  },
};
