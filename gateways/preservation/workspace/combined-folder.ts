import { COMBINED_STATES } from '../../../commands/workspace/combined-row.js';
import { notFound } from '../../http/answer/problem.js';
import { json, type Answer } from '../../http/route.js';
import { folderPage, type FolderQuery } from '../../group-content/folder-page.js';
import { renderCombinedFolder, renderCombinedRow } from '../../rendering/combined-row.js';
import { stateNamed } from '../../rendering/folder-row.js';
import type { DepositTree } from './kept-trees.js';

/** The members of a query that ask for one folder instead of the whole deposit. */
export interface CombinedFolderQuery extends FolderQuery {
  readonly path?: string;
  /** The name of a state. */
  readonly show?: string;
}

/** Whether a query asks for one folder. */
export const asksForFolder = ({ path, depth, offset, limit, at, show, name }: CombinedFolderQuery): boolean =>
  [path, depth, offset, limit, at, show, name].some((each) => each !== undefined);

/** A page of one folder of a deposit. */
export const combinedFolderAnswer = async (
  depositId: string,
  { index, readFrom, metsSummary, warnings }: DepositTree,
  query: CombinedFolderQuery,
): Promise<Answer> => {
  const { path = '', show } = query;
  const folder = index.folder(path);
  if (folder === null) return notFound(`There is no folder ${path} in deposit ${depositId}`);
  const filter = { state: stateNamed(COMBINED_STATES, show), isWanted: null };
  const page = await folderPage(folder, query, filter);
  if (page === null) return notFound(`There is nothing at ${query.at} in folder ${path} of deposit ${depositId}`);
  const { rows, total, offset, at } = page;
  return json(200, {
    type: 'CombinedFolder',
    deposit: depositId,
    metsETag: readFrom.mets?.etag ?? null,
    metsAgent: metsSummary?.agent ?? null,
    metsEditable: metsSummary?.editable ?? false,
    folder: renderCombinedFolder(folder),
    offset,
    total,
    at,
    entries: rows.map((row) => ({
      depth: row.depth,
      ...('folder' in row ? renderCombinedFolder(row.folder) : renderCombinedRow(row.file)),
    })),
    ...(warnings.length === 0 ? {} : { warnings }),
  });
};
