import { randomUUID } from 'node:crypto';
import { escapePath, parentOf } from '../../../../formats/paths/repository-path.js';
import { ApiFault } from '../../../api/api-fault.js';
import { preservationService, type PreservationService } from '../../../api/typed-service.js';
import { wordsFault } from '../../command-fault.js';
import { refusalOf } from '../../looking/refusal.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import { readTypedPath } from '../../program/archive-path.js';
import { readAction } from '../../program/read-action.js';
import type { Verb } from '../../program/verb.js';

const HELP = `Usage: muniment containers <action> <path> [options]

Makes and deletes the containers that archival groups are in. Those within a
group, its folders, are made by preserve.

  muniment containers make letters/1912 --name "Letters of 1912"
  muniment containers delete letters/1912
  muniment containers delete letters/1912 --purge

make needs the container above; preserve makes what it needs itself. delete
takes an empty container, and keeps the path: nothing else can have it until
--purge removes what was kept. A container cannot be renamed.

  --name <name>  with make: a name for people; by default the end of the path
  --purge        with delete: removes a container that was deleted, for good

Exit codes: 0 done, 1 not possible, 2 command line, 4 login or permission,
5 try again later.
`;

const ACTIONS = {
  make: { words: ['<path>'], options: ['name'] },
  delete: { words: ['<path>'], options: ['purge'] },
} as const;

const containerPath = (word: string, action: string): string => {
  const { path, version } = readTypedPath(word);
  if (path === '') throw wordsFault(`containers ${action} needs the path of a container.`, 'muniment ls');
  if (version === null) return path;
  throw wordsFault('A container has no versions.', `muniment containers ${action} ${shellWord(path)}`);
};

/** What to type after a refusal. */
const nextAfter = (error: unknown, action: keyof typeof ACTIONS, path: string): string => {
  const above = parentOf(path) ?? '';
  if (action === 'make') return above === '' ? 'muniment ls' : `muniment ls ${shellWord(above)}`;
  const isDeleted = error instanceof ApiFault && error.status === 410;
  return isDeleted ? `muniment containers delete ${shellWord(path)} --purge` : `muniment ls ${shellWord(path)}`;
};

const params = (path: string) => ({
  path: { path: escapePath(path) },
  header: { 'Idempotency-Key': randomUUID() },
});

const make = async (service: PreservationService, path: string, name: string | null): Promise<void> => {
  await service.PUT('/repository/{path}', { params: params(path), body: name === null ? {} : { name } });
};

const remove = async (service: PreservationService, path: string, purge: boolean): Promise<void> => {
  await service.DELETE('/repository/{path}', { params: { ...params(path), query: { purge } } });
};

/** Makes and deletes containers. */
export const containers: Verb = {
  name: 'containers',
  kind: 'document',
  help: HELP,
  actions: Object.keys(ACTIONS),
  define: (command) => {
    command.argument('[action]').argument('[path]').option('--name <name>').option('--purge');
  },
  run: async ({ args, options }, { output, service: open }) => {
    const { action, words } = readAction('containers', ACTIONS, { args, options });
    const path = containerPath(words[0] ?? '', action);
    const { name = null, purge = false } = options as { readonly name?: string; readonly purge?: boolean };
    const { preservation, authHeaders } = await open();
    const service = preservationService(preservation, { authHeaders });
    const work = action === 'make' ? make(service, path, name) : remove(service, path, purge);
    await work.catch((error: unknown) => {
      throw refusalOf(error, { code: 'container-refused', next: nextAfter(error, action, path) });
    });
    const done = { make: 'Made', delete: purge ? 'Purged' : 'Deleted' }[action];
    if (output.form !== 'json' && !output.quiet) await output.write(`${done} container ${shownName(path)}.\n`);
    return { code: 0, summary: { path, action, ...(action === 'delete' ? { isPurged: purge } : { name }) } };
  },
};
