import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import type { components } from '../../../api/generated/preservation.js';
import { escapePath } from '../../../../formats/paths/repository-path.js';
import { readFolder, type CombinedFileRow } from '../../api/deposits.js';
import { shownKey, type Shown } from '../../api/manifests.js';
import { preservation } from '../../api/services.js';

type VersionFileRow = components['schemas']['VersionFileRow'];
/** What is known of a file, in a workspace or in a version. */
export type FileFacts = CombinedFileRow | VersionFileRow;

const rowOf = async (shown: Shown, path: string, signal: AbortSignal): Promise<FileFacts | null> => {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const query = { at: path, limit: 1 };
  if (shown.kind === 'deposit') {
    const { entries } = await readFolder(shown.depositId, { path: folder, ...query }, signal);
    return entries.find((entry) => entry.kind === 'file') ?? null;
  }
  const version = shown.version === null ? {} : { version: shown.version };
  const answer = await dataOf(
    preservation.GET('/children/{path}', {
      params: { path: { path: escapePath(`${shown.path}/${folder}`) }, query: { ...query, ...version } },
      signal,
    }),
  );
  return answer.type === 'VersionFolder' ? (answer.entries.find((entry) => entry.kind === 'file') ?? null) : null;
};

/** What is known of one file. */
export const useFacts = (shown: Shown, path: string) =>
  useQuery({
    queryKey: [...shownKey(shown), 'file', path],
    queryFn: ({ signal }) => rowOf(shown, path, signal),
  });
