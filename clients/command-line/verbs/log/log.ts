import { begun } from '../../looking/begun.js';
import { missingFile } from '../../looking/missing-file.js';
import { namingOf } from '../../looking/naming.js';
import { pathBelow, readGroupTarget } from '../../looking/target.js';
import type { Verb } from '../../program/verb.js';
import { logFile } from './log-file.js';
import { logVersions } from './log-versions.js';

const HELP = `Usage: muniment log <path[@version]> [options]

Lists the versions of an archival group, or those that changed a folder or a
file of it, newest first. A file is followed to the names that it had before.

  muniment log letters/1911
  muniment log letters/1911/pictures
  muniment log "letters/1911/pictures/the mill.svg"
  muniment log letters/1911@v3

With @version: up to this one.

  --stored  the path is one of a stored file, such as mets.xml

Exit codes: 0 listed, 1 not there, 2 command line, 4 login,
5 try again later.
`;

/** Lists the versions of a group, a folder or a file. */
export const log: Verb = {
  name: 'log',
  kind: 'lines',
  help: HELP,
  define: (command) => {
    command.argument('<path>').option('--stored');
  },
  run: async ({ args: [word = ''], options }, { archive: open, output }) => {
    const archive = await open();
    const target = await readGroupTarget(archive, word);
    const { group, below, version } = target;
    const path = pathBelow(group, below);
    if (below === '')
      return { code: 0, summary: await logVersions(archive.versions(group), { group, path, upTo: version }, output) };
    const { storedAt, pathOf } = namingOf(options['stored'] === true);
    const at = storedAt(below);
    const changes = await begun(archive.changesOf(group, at));
    if (changes === null) throw await missingFile(archive, target, { at, verb: 'log', pathOf });
    const about = { group, path, upTo: version };
    const summary =
      changes.first.file === null
        ? await logVersions(changes.all, about, output)
        : await logFile(changes.all, { ...about, at }, output);
    return { code: 0, summary };
  },
};
