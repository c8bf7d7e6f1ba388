import type { IndexedFile } from '../../projections/search/indexed-file.js';
import type { SearchView } from '../../projections/search/search-view.js';
import { problem, RETRY_AFTER } from '../http/answer/problem.js';
import { json, route, type Route } from '../http/route.js';
import { renderRepoSearch } from '../rendering/search.js';

interface SearchParameters {
  readonly text: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Preserved files whose repository path contains a text (storage service 4.4). */
export const searchRepository = (files: SearchView<IndexedFile>): Route =>
  route<SearchParameters>('searchRepository', async ({ query: { text, page, pageSize } }) => {
    const found = await files.search(text, { page, pageSize });
    if (found !== null) return json(200, renderRepoSearch(found, { page, pageSize }));
    const detail = 'The files cannot be searched yet, because their index is being built; try again later.';
    return problem(503, { detail }, { 'Retry-After': RETRY_AFTER });
  });
