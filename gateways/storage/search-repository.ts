import type { IndexedFile } from '../../projections/search/indexed-file.js';
import type { SearchView } from '../../projections/search/search-view.js';
import { json, route, type Route } from '../http/route.js';
import { renderRepoSearch } from '../rendering/search.js';

interface SearchParameters {
  readonly text: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Preserved files whose repository path contains a text (storage service 4.4). */
export const searchRepository = (files: SearchView<IndexedFile>): Route =>
  route<SearchParameters>('searchRepository', async ({ query: { text, page, pageSize }, holder }) => {
    const found = await files.search(text, { page, pageSize }, holder);
    return json(200, renderRepoSearch(found, { page, pageSize }));
  });
