import { isRecord } from '../../../formats/json/json-record.js';
import type { IndexedFile } from '../../../projections/search/indexed-file.js';
import type { SearchView } from '../../../projections/search/search-view.js';
import type { SearchPage } from '../../../projections/search/substring-index.js';
import type { Call } from '../../http/route.js';
import { renderRepoSearch, type FilesPage } from '../../rendering/search.js';
import type { AskStorageService } from '../connectivity/check-storage-service.js';
import { forwardedHeaders } from '../connectivity/forwarded-headers.js';

/** A page of preserved files, as the storage service answers it. Rejects where the files cannot be searched at present. */
export type SearchFiles = (call: Call, text: string, page: SearchPage) => Promise<FilesPage>;

/** The search for a process that has the index. */
export const searchOwnFiles =
  (files: SearchView<IndexedFile>): SearchFiles =>
  async ({ holder }, text, page) =>
    renderRepoSearch(await files.search(text, page, holder), page);

/** How long the storage service is waited for. */
const WITHIN_MS = 10_000;

/** The search by the storage service of another process, as the caller. */
export const searchFilesOver =
  (ask: AskStorageService): SearchFiles =>
  async (call, text, { page, pageSize }) => {
    const query = new URLSearchParams({ text, page: String(page), pageSize: String(pageSize) });
    const answer = await ask(`/RepoSearch?${query.toString()}`, forwardedHeaders(call), WITHIN_MS);
    const results: unknown = isRecord(answer) ? answer['results'] : null;
    if (!isRecord(answer) || typeof answer['total'] !== 'number' || !Array.isArray(results))
      throw new Error('The storage service gave an answer of another form to a search.');
    return { ...answer, results };
  };
