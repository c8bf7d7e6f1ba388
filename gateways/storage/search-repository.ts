import type { IndexedFile } from '../../projections/search/indexed-file.js';
import type { SearchView } from '../../projections/search/search-view.js';
import { json, route, type Route } from '../http/route.js';
import { renderRepoSearch, withAddresses } from '../rendering/search.js';
import type { BaseUrls } from '../uris/base-urls.js';

interface SearchParameters {
  readonly text: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Preserved files whose repository path contains a text (storage service 4.4). */
export const searchRepository = (files: SearchView<IndexedFile>, baseUrls: Pick<BaseUrls, 'storage'>): Route =>
  route<SearchParameters>('searchRepository', async ({ query: { text, page, pageSize }, holder }) => {
    const found = await files.search(text, { page, pageSize }, holder);
    const results = renderRepoSearch(found, { page, pageSize });
    return json(200, withAddresses(results, { base: baseUrls.storage, storage: baseUrls.storage }));
  });
