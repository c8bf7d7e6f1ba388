import { cause } from '../../../events/cause.js';
import type { IdentityService } from '../../../formats/identity-records/identity-service.js';
import type { ListedDeposit } from '../../../projections/deposits/deposit-document.js';
import { spansFields } from '../../../projections/search/joined-fields.js';
import type { FoundPage, SearchView } from '../../../projections/search/search-view.js';
import type { SearchPage } from '../../../projections/search/substring-index.js';
import type { Logger } from '../../http/logger.js';
import { json, route, type Call, type Route } from '../../http/route.js';
import { renderDepositSearch, renderIdentifier, withAddresses, type FilesPage } from '../../rendering/search.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import { findIdentifier } from './find-identifier.js';
import type { SearchFiles } from './search-files.js';

export interface SearchDependencies {
  readonly depositSearch: SearchView<ListedDeposit>;
  readonly searchFiles: SearchFiles;
  /** Null where the platform looks up no identity records. */
  readonly identityService: IdentityService | null;
  readonly baseUrls: BaseUrls;
  readonly log: Logger;
}

interface SearchParameters {
  readonly text: string;
  readonly pageNumber: number;
  readonly pageSize: number;
  /** `Fedora` is the name of `Repo` that older clients send. */
  readonly type: 'All' | 'Deposits' | 'Repo' | 'Fedora';
  readonly otherPage: number;
}

/** The page of each result set: `All` applies the page number to both (companion 14.1). */
const pagesOf = ({ pageNumber, pageSize, type, otherPage }: SearchParameters) => {
  const asked: SearchPage = { page: pageNumber, pageSize };
  const other: SearchPage = { page: otherPage, pageSize };
  return {
    ofFiles: type === 'Deposits' ? other : asked,
    ofDeposits: type === 'Repo' || type === 'Fedora' ? other : asked,
  };
};

/** Null where the repository cannot be searched, which does not fail the request (companion 14.1). */
const filesOrNull = async (
  { searchFiles, baseUrls, log }: SearchDependencies,
  call: Call,
  text: string,
  page: SearchPage,
): Promise<FilesPage | null> => {
  try {
    const hosts = { base: baseUrls.preservation, storage: baseUrls.storage };
    return withAddresses(await searchFiles(call, text, page), hosts);
  } catch (error) {
    log.warn('The repository could not be searched', { correlationId: call.correlationId, ...cause(error) });
    return null;
  }
};

const NOTHING: FoundPage<never> = { total: 0, entries: [] };

/** Searches preserved files and deposits, and looks the term up as an identifier (preservation 4.8). */
export const search = (on: SearchDependencies): Route =>
  route<SearchParameters>('search', async (call) => {
    const { text, type } = call.query;
    const { ofFiles, ofDeposits } = pagesOf(call.query);
    const [repoSearch, deposits, record] = await Promise.all([
      filesOrNull(on, call, text, ofFiles),
      spansFields(text) ? NOTHING : on.depositSearch.search(text, ofDeposits, call.holder),
      findIdentifier(on.identityService, text),
    ]);
    const base = on.baseUrls.preservation;
    return json(200, {
      repoSearch,
      text,
      depositSearch: renderDepositSearch(base, deposits, ofDeposits),
      identifier: record === null ? null : renderIdentifier(base, record),
      searchType: type === 'Fedora' ? 'Repo' : type,
    });
  });
