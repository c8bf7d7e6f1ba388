import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFault } from '../../../../api/api-fault.js';
import { dataOf } from '../../../../api/data-of.js';
import type { components } from '../../../../api/generated/preservation.js';
import { depositCountsQuery, type CombinedEntry } from '../../../api/deposits.js';
import { preservation } from '../../../api/services.js';
import { deleteFiles, recordFiles, type DeleteFrom } from '../record-files.js';
import { isRecordable } from './entry.js';
import { moveFiles, type Move } from './moving/move-files.js';

export type PropertyChange = components['schemas']['PropertyChange'];

/** Whether an edit was refused since the METS is another one than the page shows. */
export const isOutrun = (error: unknown): boolean => {
  if (!(error instanceof ApiFault) || error.status !== 409) return false;
  const { type = '' } = error.problem as { readonly type?: string };
  return /\/mets-(etag-stale|race-lost)$/.test(type);
};

/** What of a list of files and folders can be recorded in the METS: what is in the workspace, and belongs there. */
export const recordable = (entries: readonly CombinedEntry[]): string[] =>
  entries
    .filter((entry) => isRecordable(entry.path) && entry.whereabouts !== 'Mets')
    .filter((entry) => entry.kind === 'file' || entry.files === 0)
    .map(({ path }) => path);

/** The edits of the files of a deposit, each under the ETag of the METS that the page shows. */
export const useEdits = (depositId: string) => {
  const client = useQueryClient();
  const etag = (): string | null => client.getQueryData(depositCountsQuery(depositId).queryKey)?.metsETag ?? null;
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: ['deposits', depositId] });
  const record = useMutation({
    mutationFn: async (read: () => Promise<readonly CombinedEntry[]>) =>
      recordFiles(depositId, recordable(await read()), etag()),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ entries, from }: { readonly entries: readonly CombinedEntry[]; readonly from: DeleteFrom }) =>
      deleteFiles(
        depositId,
        entries.map(({ path, kind }) => ({ path, isDir: kind === 'folder' })),
        { metsETag: etag(), from },
      ),
    onSettled,
  });
  const setProperties = useMutation({
    mutationFn: (change: PropertyChange) =>
      dataOf(
        preservation.POST('/deposits/{depositId}/mets/properties', {
          params: { path: { depositId }, header: { 'If-Match': etag() ?? '', 'Idempotency-Key': crypto.randomUUID() } },
          body: { changes: [change] },
        }),
      ),
    onSettled,
  });
  const move = useMutation({
    mutationFn: (moves: readonly Move[]) => moveFiles(depositId, moves, etag()),
    onSettled,
  });
  return { record, remove, setProperties, move };
};
