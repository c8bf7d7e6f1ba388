import { ApiFault } from '../../../../api/api-fault.js';
import { dataOf } from '../../../../api/data-of.js';
import { escapePath, parsePath } from '../../../../../formats/paths/repository-path.js';
import type { CombinedEntry, Deposit } from '../../../api/deposits.js';
import { pathOf } from '../../../api/identifiers.js';
import { preservation } from '../../../api/services.js';
import { folderOf } from './entry.js';

/** Entries of a version that are read together. */
const PAGE = 10_000;
const DEEPEST = 16;

/** The digests of the files below a folder of the newest version of a group, by path; none where it has no such folder. */
const digestsIn = async (group: string, folder: string): Promise<Map<string, string>> => {
  const path = escapePath(parsePath(folder === '' ? group : `${group}/${folder}`));
  const digests = new Map<string, string>();
  for (let offset = 0; ; offset += PAGE) {
    const query = { depth: DEEPEST, offset, limit: PAGE };
    const answer = await dataOf(preservation.GET('/children/{path}', { params: { path: { path }, query } })).catch(
      (error: unknown) => {
        if (error instanceof ApiFault && error.status === 404) return null;
        throw error;
      },
    );
    if (answer?.type !== 'VersionFolder') return digests;
    for (const entry of answer.entries) if (entry.kind === 'file') digests.set(entry.path, entry.digest.value);
    if (offset + answer.entries.length >= answer.total || answer.entries.length === 0) return digests;
  }
};

/** The folder that holds all of these paths. */
const common = (paths: readonly string[]): string => {
  let folder = folderOf(paths[0] ?? '');
  while (folder !== '' && !paths.every((path) => path.startsWith(`${folder}/`))) folder = folderOf(folder);
  return folder;
};

/** How many files of a workspace the newest version of its archival group does not have, so that nobody could bring them back. */
export const countLost = async (deposit: Deposit, entries: readonly CombinedEntry[]): Promise<number> => {
  const files = entries.filter((entry) => entry.kind === 'file').filter(({ inWorkspace }) => inWorkspace !== null);
  if (files.length === 0 || deposit.archivalGroup === null || !deposit.archivalGroupExists) return files.length;
  const digests = await digestsIn(pathOf(deposit.archivalGroup), common(files.map(({ path }) => path)));
  return files.filter(({ path, inWorkspace }) => {
    const preserved = digests.get(path);
    return preserved === undefined || preserved !== inWorkspace?.digest;
  }).length;
};
