import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readEntries, readFolder, type CombinedState } from '../../api/deposits.js';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';

/** Files that are recorded by one request; each has the ETag of the one before. */
const BATCH = 5_000;

/** The paths of all files below a folder of a deposit that are in a state; read page by page. */
const pathsIn = async (depositId: string, below: string, show: CombinedState): Promise<string[]> => {
  const paths: string[] = [];
  for await (const { path } of readEntries(depositId, below, { show })) paths.push(path);
  return paths;
};

/**
 * Records files and folders in the METS that had this ETag, in as many requests as their number needs, with digests that
 * are computed where they are missing; how many were recorded.
 */
export const recordFiles = async (
  depositId: string,
  paths: readonly string[],
  metsETag: string | null,
): Promise<number> => {
  let etag = metsETag;
  for (let from = 0; from < paths.length; from += BATCH) {
    const { response } = await preservation.POST('/deposits/{depositId}/mets', {
      params: {
        path: { depositId },
        query: { computeDigests: true },
        header: { ...(etag === null ? {} : { 'If-Match': etag }), 'Idempotency-Key': crypto.randomUUID() },
      },
      body: paths.slice(from, from + BATCH),
    });
    etag = response.headers.get('etag');
  }
  return paths.length;
};

/** Files that are not recorded, or differ from what the METS says of them. */
const TO_RECORD = ['not-recorded', 'differs', 'digest-differs'] as const satisfies readonly CombinedState[];

/** Records all files of a deposit, or of a folder of it, that are in one of these states. */
export const useRecordAll = (depositId: string, below = '', states: readonly CombinedState[] = TO_RECORD) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const lists = await Promise.all(states.map((state) => pathsIn(depositId, below, state)));
      const { metsETag } = await readFolder(depositId, { path: '', limit: 0 });
      return recordFiles(depositId, [...new Set(lists.flat())], metsETag);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
};

/** From where files and folders are deleted. */
export type DeleteFrom = 'both' | 'workspace' | 'mets';

/** Deletes files and folders of the workspace, of the METS that had this ETag, or of both. */
export const deleteFiles = (
  depositId: string,
  items: readonly { readonly path: string; readonly isDir: boolean }[],
  { metsETag, from }: { readonly metsETag: string | null; readonly from: DeleteFrom },
) =>
  dataOf(
    preservation.POST('/deposits/{depositId}/mets/delete', {
      params: {
        path: { depositId },
        header: { ...(metsETag === null ? {} : { 'If-Match': metsETag }), 'Idempotency-Key': crypto.randomUUID() },
      },
      body:
        from === 'mets'
          ? { onlyFromMets: true, items: [...items] }
          : { deleteFromMets: from === 'both', deleteFromDepositFiles: true, items: [...items] },
    }),
  );
