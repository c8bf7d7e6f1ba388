import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import type { components } from '../../../api/generated/preservation.js';
import { pathOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { pageIn } from '../../frame/search-texts.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Empty, Message } from '../../parts/feedback/messages.js';
import { Page, Tabs } from '../../parts/page.js';
import { Pager } from '../../parts/controls/pager.js';
import { useFormats, useWords } from '../../words/language.js';
import { DepositResults } from './deposit-results.js';
import { FileResults } from './file-results.js';

type Found = components['schemas']['Search'];
type In = 'files' | 'deposits';

/** Rows on a page. */
const PAGE_SIZE = 20;
/** Characters that are searched for at most: an address has to hold them. */
const MOST = 1_000;

const useFound = (text: string, where: In, page: number) =>
  useQuery({
    queryKey: ['repository', 'search', text, where, page],
    queryFn: ({ signal }) => {
      const type = where === 'files' ? 'Repo' : 'Deposits';
      const query = { text, type, pageNumber: page - 1, otherPage: 0, pageSize: PAGE_SIZE } as const;
      return dataOf(preservation.GET('/search', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

const Record = ({ record }: { readonly record: NonNullable<Found['identifier']> }) => {
  const { search: words } = useWords();
  const { id, title, catIrn, ePid, repositoryUri } = record;
  const path = repositoryUri === null ? null : pathOf(repositoryUri);
  const facts = [words.isRecord(id), catIrn && words.inCatalogue(catIrn), ePid && words.pid(ePid)].filter(Boolean);
  return (
    <Message
      kind="info"
      actions={
        <ButtonLink small to="/deposits/new" search={{ from: 'identifier' }}>
          {words.newDeposit}
        </ButtonLink>
      }
    >
      <p>
        <strong>{title ?? id}</strong> {facts.join(', ')}.
      </p>
      {path === null ? null : (
        <p>
          {words.itsPlace}{' '}
          <Link to="/repository/$" params={{ _splat: path }}>
            {path}
          </Link>
          .
        </p>
      )}
    </Message>
  );
};

interface ResultsOptions {
  readonly found: Found;
  readonly text: string;
  readonly where: In;
  readonly page: number;
}

const NONE = { total: 0, results: [], deposits: [] };

const Results = ({ found, text, where, page }: ResultsOptions) => {
  const { search: words } = useWords();
  const navigate = useNavigate();
  const show = (next: number): void =>
    void navigate({ to: '/search', search: { q: text, in: where === 'files' ? '' : where, page: `${next}` } });
  const { repoSearch, depositSearch } = found;
  if (where === 'files' && repoSearch === null) return <Message kind="warn">{words.notSearched}</Message>;
  const { total } = (where === 'files' ? repoSearch : depositSearch) ?? NONE;
  const files = repoSearch?.results ?? [];
  const deposits = depositSearch?.deposits ?? [];
  if ((where === 'files' ? files : deposits).length === 0) {
    if (page > 1)
      return <Empty title={words.noPage} actions={<Button onClick={() => show(1)}>{words.firstPage}</Button>} />;
    return (
      <Empty title={where === 'files' ? words.noFiles : words.noDeposits}>
        <p>{where === 'files' ? words.noFilesHow : words.noDepositsHow}</p>
      </Empty>
    );
  }
  return (
    <>
      {where === 'files' ? (
        <FileResults files={files} wanted={text} />
      ) : (
        <DepositResults deposits={deposits} wanted={text} />
      )}
      <Pager page={page} pageSize={PAGE_SIZE} total={total} onPage={show} />
    </>
  );
};

const Facts = ({ found }: { readonly found: Found }) => {
  const { search: words } = useWords();
  return (
    <>
      {found.repoSearch === null ? null : <span>{words.files(found.repoSearch.total)}</span>}
      <span>{words.deposits(found.depositSearch?.total ?? 0)}</span>
      {found.identifier === null ? null : <span>{words.record}</span>}
      <span className="muted">{words.what}</span>
    </>
  );
};

const FoundPage = ({ text, where, page }: Omit<ResultsOptions, 'found'>) => {
  const { search: words } = useWords();
  const { count } = useFormats();
  const query = useFound(text, where, page);
  const { data } = query;
  const tab = (key: In, total: number | undefined) => ({
    key,
    label: words.tabs[key],
    count: total === undefined ? null : count(total),
    link: { to: '/search', search: { q: text, ...(key === 'files' ? {} : { in: key }) } } as const,
  });
  return (
    <Page title={words.of(text)} facts={data === undefined ? undefined : <Facts found={data} />}>
      <Tabs
        label={words.results}
        current={where}
        tabs={[
          tab('files', data?.repoSearch?.total),
          tab('deposits', data === undefined ? undefined : (data.depositSearch?.total ?? 0)),
        ]}
      />
      <Loaded query={query}>
        {(found) => (
          <>
            {found.identifier === null ? null : <Record record={found.identifier} />}
            <Results found={found} text={text} where={where} page={page} />
          </>
        )}
      </Loaded>
    </Page>
  );
};

/** Preserved files and deposits that have a text, and the record that it names. */
export const SearchPage = () => {
  const { search: words } = useWords();
  const search = useSearch({ from: '/inside/search' });
  const text = search.q ?? '';
  if (text.trim() === '' || text.length > MOST) {
    const isLong = text.length > MOST;
    return (
      <Page title={words.title}>
        <Empty title={isLong ? words.tooLong : words.nothingTyped}>
          <p>{isLong ? words.tooLongHow(MOST) : words.nothingTypedHow}</p>
        </Empty>
      </Page>
    );
  }
  return <FoundPage text={text} where={search.in === 'deposits' ? 'deposits' : 'files'} page={pageIn(search)} />;
};
