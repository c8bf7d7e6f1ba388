import type { IdentityRecord } from '../../formats/identity-records/identity-record.js';
import { isRecord } from '../../formats/json/json-record.js';
import { ocflId } from '../../formats/paths/repository-path.js';
import type { ListedDeposit } from '../../projections/deposits/deposit-document.js';
import type { IndexedFile } from '../../projections/search/indexed-file.js';
import type { FoundEntry, FoundPage } from '../../projections/search/search-view.js';
import type { SearchPage } from '../../projections/search/substring-index.js';
import { LISTED, renderDeposit } from './deposit.js';
import type { Hosts } from './resource.js';
import { moment } from './moment.js';

/** `repoId` is escaped as ids are, so that its path leads to the resource below `/repository/` (preservation 4.8). */
const renderFile = ({ text, created, about }: FoundEntry<IndexedFile>) => ({
  repoId: ocflId(text),
  created: moment(created),
  lastModified: moment(about.lastModified),
  contentSize: about.size,
  mimeType: about.mimeType,
});

/** A page of results as the storage service answers it, also of another process. */
export interface FilesPage {
  readonly results: readonly unknown[];
}

/** The same page, with the addresses of each file: of its resource, and of its content (preservation 2.5). */
export const withAddresses = <Page extends FilesPage>(page: Page, { base, storage }: Hosts): Page => ({
  ...page,
  results: page.results.map((result) => {
    if (!isRecord(result) || typeof result['repoId'] !== 'string') return result;
    const path = result['repoId'].slice(ocflId('').length);
    return { ...result, id: `${base}/repository/${path}`, content: `${storage}/content/${path}` };
  }),
});

/** A page of preserved files (storage service 4.4), in the order of companion 2.17. */
export const renderRepoSearch = ({ total, entries }: FoundPage<IndexedFile>, { page, pageSize }: SearchPage) => ({
  total,
  count: entries.length,
  results: entries.map(renderFile),
  pageSize,
  page,
});

/** A page of deposits as a listing shows them; null where the page has none (companion 14.1). */
export const renderDepositSearch = (
  base: string,
  { total, entries }: FoundPage<ListedDeposit>,
  { page, pageSize }: SearchPage,
) =>
  entries.length === 0
    ? null
    : { deposits: entries.map(({ about }) => renderDeposit(base, about, LISTED)), total, page, pageSize };

/** The same URI on the host of the preservation service (companion 14.3); one of another form is not changed. */
const onHost = (base: string, uri: string): string => {
  if (!/^https?:/i.test(uri) || !URL.canParse(uri)) return uri;
  return base + uri.slice(uri.indexOf('/', uri.indexOf('//') + 2));
};

/** An identity record, with the names of companion 2.17. */
export const renderIdentifier = (base: string, record: IdentityRecord) => ({
  id: record.id,
  ePid: record.epid,
  created: record.created,
  updated: record.updated,
  catIrn: record.catirn,
  desc: record.desc,
  status: record.status,
  title: record.title,
  catalogueApiUri: record.catalogueapiuri,
  manifestUri: record.manifesturi,
  repositoryUri: record.repositoryuri === null ? null : onHost(base, record.repositoryuri),
});
