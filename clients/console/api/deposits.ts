import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { preservation } from './services.js';

export type Deposit = components['schemas']['Deposit'];
export type CombinedFolder = components['schemas']['CombinedFolder'];
export type CombinedFolderRow = components['schemas']['CombinedFolderRow'];
export type CombinedFileRow = components['schemas']['CombinedFileRow'];
export type CombinedState = components['schemas']['CombinedState'];

/** One deposit. */
export const depositQuery = (depositId: string) =>
  queryOptions({
    queryKey: ['deposits', depositId],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/deposits/{depositId}', { params: { path: { depositId } }, signal })),
  });

/** A page of a folder of a deposit: its rows, and counts of all files below it; `show` and `name` make a flat list of files. */
export const readFolder = (
  depositId: string,
  query: {
    readonly path: string;
    /** Levels of folders: 1 unless told otherwise, 16 at most. */
    readonly depth?: number;
    readonly offset?: number;
    readonly limit?: number;
    readonly show?: CombinedState;
    readonly name?: string;
    readonly refresh?: boolean;
    /** The path of a row: the page that has it. */
    readonly at?: string;
  },
  signal?: AbortSignal,
): Promise<CombinedFolder> =>
  dataOf(
    preservation.GET('/deposits/{depositId}/combined', {
      params: { path: { depositId }, query },
      ...(signal === undefined ? {} : { signal }),
    }) as Promise<{ readonly data?: CombinedFolder; readonly response: Response }>,
  );

/** How many files a deposit has in each state. */
export const depositCountsQuery = (depositId: string) =>
  queryOptions({
    queryKey: ['deposits', depositId, 'combined', 'counts'],
    queryFn: ({ signal }) => readFolder(depositId, { path: '', limit: 0 }, signal),
  });
