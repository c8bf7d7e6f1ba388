import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { preservation } from './services.js';

export type Deposit = components['schemas']['Deposit'];
export type CombinedFolder = components['schemas']['CombinedFolder'];
export type CombinedFolderRow = components['schemas']['CombinedFolderRow'];
export type CombinedFileRow = components['schemas']['CombinedFileRow'];
export type CombinedState = components['schemas']['CombinedState'];

/** How long ago a deposit must have been changed last to be archived, as ISO 8601 periods. */
export const ARCHIVE_AGES = ['P6M', 'P1M', 'P0D'] as const;
export type ArchiveAge = (typeof ARCHIVE_AGES)[number];

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
    /** How many levels below it are listed, 1 by default, 16 at most. */
    readonly depth?: number;
    /** The page that has this row. */
    readonly at?: string;
    readonly offset?: number;
    readonly limit?: number;
    readonly show?: CombinedState;
    readonly name?: string;
    readonly refresh?: boolean;
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

/** Entries of a folder that are read together. */
const PAGE = 1_000;
/** The most levels that one request lists. */
const DEEPEST = 16;

export type CombinedEntry = CombinedFolder['entries'][number];

/** Everything in a folder of a deposit, page by page, a folder before what it holds; or all files that a filter shows. */
export async function* readEntries(
  depositId: string,
  path: string,
  filter: { readonly show?: CombinedState; readonly name?: string } = {},
): AsyncGenerator<CombinedEntry> {
  const isFlat = Object.keys(filter).length > 0;
  for (let offset = 0; ; offset += PAGE) {
    const how = isFlat ? filter : { depth: DEEPEST };
    const { entries, total } = await readFolder(depositId, { path, offset, limit: PAGE, ...how });
    for (const entry of entries) {
      yield entry;
      if (entry.kind === 'folder' && entry.depth === DEEPEST && entry.entries > 0)
        yield* readEntries(depositId, entry.path);
    }
    if (offset + entries.length >= total || entries.length === 0) return;
  }
}

/** A file or folder of a deposit by its path. */
export const entryQuery = (depositId: string, at: string) =>
  queryOptions({
    queryKey: ['deposits', depositId, 'combined', 'entry', at],
    queryFn: async ({ signal }): Promise<CombinedEntry | null> => {
      const path = at.startsWith('../') ? '' : at.slice(0, Math.max(0, at.lastIndexOf('/')));
      const { entries } = await readFolder(depositId, { path, at, limit: 1 }, signal);
      return entries[0] ?? null;
    },
  });

/** An address of a file in the workspace for a while, to show it or to store it. */
export const readDownload = (depositId: string, path: string, inline: boolean) =>
  dataOf(
    preservation.GET('/deposits/{depositId}/download', { params: { path: { depositId }, query: { path, inline } } }),
  );
