import { text } from 'node:stream/consumers';
import { digestBytes } from '../../formats/digests/digested.js';
import { ifThere } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import type { WorkspaceObject } from '../workspace/workspace-object.js';
import type { Store } from '../workspace/change-token.js';
import {
  indexAddress,
  ROWS,
  rowsAddress,
  type Finding,
  type FindingKind,
  type FindingsIndex,
  type FindingsOfRun,
} from './findings.js';

/** Which findings are asked for; with neither, all but `identified`. */
export interface FindingsFilter {
  readonly kind: FindingKind | null;
  /** PRONOM key, of files that are `identified`. */
  readonly puid: string | null;
}

/** The index of a run's findings; null where they are not stored any more. Throws where it is not the recorded one. */
export const readIndex = async (store: Store, of: FindingsOfRun, sha256: string): Promise<FindingsIndex | null> => {
  const at = indexAddress(store, of);
  const found = await ifThere(() => readWhole(store.bytes, at));
  if (found === null) return null;
  if (digestBytes(found.bytes).sha256 !== sha256)
    throw new Error(`${at.key} is not what pipeline run ${of.runId} has stored there`);
  return JSON.parse(found.bytes.toString()) as FindingsIndex;
};

/** The rows that a filter selects, which always follow one another. */
export const selectRows = (
  { sections }: FindingsIndex,
  { kind, puid }: FindingsFilter,
): { readonly first: number; readonly rows: number } => {
  const isSelected = (each: FindingsIndex['sections'][number]): boolean => {
    if (puid !== null) return each.puid === puid;
    return kind === null ? each.kind !== 'identified' : each.kind === kind;
  };
  let first = 0;
  let rows = 0;
  for (const section of sections) {
    if (isSelected(section)) rows += section.rows;
    else if (rows === 0) first += section.rows;
  }
  return { first, rows };
};

/** One page of the rows; `page` counts from 1. Reads no more than two pages of them. */
export const readPage = async (
  store: Store,
  of: FindingsOfRun,
  index: FindingsIndex,
  { first, rows, page }: ReturnType<typeof selectRows> & { readonly page: number },
): Promise<readonly Finding[]> => {
  const from = first + (page - 1) * ROWS;
  const to = Math.min(first + rows, from + ROWS);
  if (from >= to) return [];
  const block = Math.floor(from / ROWS);
  const range = {
    start: index.offsets[block] ?? 0,
    end: (index.offsets[Math.ceil(to / ROWS)] ?? index.size) - 1,
  };
  const { stream } = await store.bytes.get(rowsAddress(store, of), { range });
  const lines = (await text(stream)).split('\n');
  return lines.slice(from - block * ROWS, to - block * ROWS).map((line) => JSON.parse(line) as Finding);
};

/** How many of these files were stored after the tools looked; those that were deleted since are not among them. */
export const changedSince = ({ newest }: FindingsIndex, files: readonly WorkspaceObject[]): number | null => {
  if (newest === null) return null;
  return files.filter(({ path, listed: { etag, modified } }) => {
    const at = modified.getTime();
    return at > newest.modified || (at === newest.modified && newest.etags[path] !== etag);
  }).length;
};
