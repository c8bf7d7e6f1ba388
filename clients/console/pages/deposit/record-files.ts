import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { readFolder, type CombinedState } from '../../api/deposits.js';
import { preservation } from '../../api/services.js';

/** Files that are recorded by one request; each has the ETag of the one before. */
const BATCH = 5_000;

/** The paths of all files of a deposit, or in a folder of it, that are in a state; read page by page. */
export const pathsIn = async (depositId: string, folder: string, show: CombinedState | null): Promise<string[]> => {
  const paths: string[] = [];
  for (;;) {
    const page = await readFolder(depositId, {
      path: folder,
      offset: paths.length,
      limit: 1_000,
      ...(show === null ? { name: '' } : { show }),
    });
    paths.push(...page.entries.map(({ path }) => path));
    if (paths.length >= page.total || page.entries.length === 0) return paths;
  }
};

/** Records files in the METS, in as many requests as their number needs; how many were recorded. */
export const recordFiles = async (
  depositId: string,
  paths: readonly string[],
  computeDigests: boolean,
): Promise<number> => {
  const { metsETag } = await readFolder(depositId, { path: '', limit: 0 });
  let etag = metsETag;
  for (let from = 0; from < paths.length; from += BATCH) {
    const batch = paths.slice(from, from + BATCH);
    const answer = await preservation.POST('/deposits/{depositId}/mets', {
      params: {
        path: { depositId },
        query: computeDigests ? { computeDigests } : {},
        header: { ...(etag === null ? {} : { 'If-Match': etag }), 'Idempotency-Key': crypto.randomUUID() },
      },
      body: batch,
    });
    await dataOf(Promise.resolve(answer));
    etag = answer.response.headers.get('etag') ?? etag;
  }
  return paths.length;
};

/** Records all files of a deposit that are not recorded, or differ from what the METS says of them. */
export const useRecordAll = (depositId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const states = ['not-recorded', 'differs', 'digest-differs'] as const;
      const lists = await Promise.all(states.map((state) => pathsIn(depositId, '', state)));
      return recordFiles(depositId, [...new Set(lists.flat())], true);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
};
