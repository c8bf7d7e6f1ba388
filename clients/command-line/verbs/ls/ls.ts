import { wordsFault } from '../../command-fault.js';
import { readTarget } from '../../looking/target.js';
import type { Verb } from '../../program/verb.js';
import { listContainer } from './list-container.js';
import { listGroup } from './list-group.js';
import type { ListingOptions } from './listing-options.js';

const HELP = `Usage: muniment ls [path[@version]] [options]

Lists what is in a container, an archival group or a folder of it.

  muniment ls
  muniment ls -l letters/1911
  muniment ls -r letters/1911/pictures@v1
  muniment ls 'letters/1911/**/*.txt'

Without a path: the top of the archive. In quotes, * and ? stand for letters
of a name and ** for folders, below an archival group; brackets are ordinary.

  -l, --long       size, format, date, version, digest; sizes of folders
  -r, --recursive  everything below, not only the first level
  --stored         also METS and tool outputs, names as stored
  --full           whole digests
  -0, --null       names as they are, each ended by a NUL

Exit codes: 0 listed, also an empty list, 1 not there, 2 command line,
4 login, 5 try again later.
`;

interface TypedOptions {
  readonly long?: boolean;
  readonly recursive?: boolean;
  readonly stored?: boolean;
  readonly full?: boolean;
  readonly null?: boolean;
}

const readOptions = (typed: TypedOptions): ListingOptions => {
  const { long = false, recursive = false, stored = false, full = false, null: isNull = false } = typed;
  if (isNull && (long || full)) throw wordsFault('-0 lists names only: leave out -l and --full.', 'muniment ls --help');
  return { isLong: long || full, isRecursive: recursive, isStored: stored, isFull: full, isNull };
};

/** Lists containers, archival groups and folders. */
export const ls: Verb = {
  name: 'ls',
  kind: 'lines',
  help: HELP,
  define: (command) => {
    command
      .argument('[path]')
      .option('-l, --long')
      .option('-r, --recursive')
      .option('--stored')
      .option('--full')
      .option('-0, --null');
  },
  run: async ({ args: [word = ''], options }, session) => {
    const chosen = readOptions(options);
    const archive = await session.archive();
    const target = await readTarget(archive, word);
    const summary =
      target.kind === 'container'
        ? await listContainer(archive, target.path, chosen, session)
        : await listGroup(archive, target, chosen, session);
    return { code: 0, summary };
  },
};
