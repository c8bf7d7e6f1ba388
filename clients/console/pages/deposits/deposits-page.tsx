import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { pageIn } from '../../frame/search-texts.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Loaded } from '../../parts/loading.js';
import { Empty } from '../../parts/messages.js';
import { Page } from '../../parts/page.js';
import { Pager } from '../../parts/controls/pager.js';
import { Rows } from '../../parts/rows.js';
import { useWords } from '../../words/language.js';
import { columnNamesIn } from './column-names.js';
import { columnsOf, widthsOf, type ListedDeposit } from './columns.js';
import { DepositsToolbar } from './deposits-toolbar.js';
import { filtersIn, listingQuery, type DepositsSearch } from './filters.js';
import { ViewTabs } from './view-tabs.js';

const SIZES = [20, 50, 100] as const;
const sizeIn = ({ size }: DepositsSearch): number => SIZES.find((each) => `${each}` === size) ?? SIZES[0];

/** All deposits that filters select, page by page; the filters, the order, the page and the columns are in the address. */
export const DepositsPage = () => {
  const words = useWords();
  const search = useSearch({ from: '/inside/deposits' });
  const navigate = useNavigate();
  const [page, pageSize] = [pageIn(search), sizeIn(search)];
  const asked = listingQuery(search);
  const query = useQuery({
    queryKey: ['deposits', 'list', asked, page, pageSize],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/deposits', { params: { query: { ...asked, page, pageSize } }, signal })),
    placeholderData: keepPreviousData,
  });
  const show = (next: DepositsSearch): void => void navigate({ to: '/deposits', search: next });
  const names = columnNamesIn(search.columns);
  const { title, newDeposit, none, noneHow, noneYet, noneYetHow, clearFilters } = words.deposits;
  const isFiltered = filtersIn(search).length > 0;
  return (
    <Page
      title={title}
      actions={
        <ButtonLink look="primary" icon="plus" to="/deposits/new">
          {newDeposit}
        </ButtonLink>
      }
    >
      <ViewTabs search={search} isShown={!query.isPending} />
      <DepositsToolbar search={search} total={query.data?.total ?? null} onSearch={show} />
      <Loaded query={query}>
        {({ deposits, total }) =>
          deposits.length === 0 && page === 1 ? (
            <Empty
              title={isFiltered ? none : noneYet}
              actions={isFiltered ? <Button onClick={() => show({})}>{clearFilters}</Button> : undefined}
            >
              <p>{isFiltered ? noneHow : noneYetHow}</p>
            </Empty>
          ) : (
            <>
              <Rows<ListedDeposit>
                label={title}
                rows={deposits}
                keyOf={({ id }) => id}
                columns={columnsOf(names, words)}
                {...widthsOf(names)}
                sorting={{ by: asked.orderBy ?? 'created', descending: asked.ascending !== true }}
                onSort={({ by, descending }) => show({ ...search, sort: `${descending ? '-' : ''}${by}`, page: '' })}
                onOpen={({ id }) => void navigate({ to: '/deposits/$deposit', params: { deposit: idOf(id) } })}
              />
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                onPage={(next) => show({ ...search, page: `${next}` })}
                sizes={SIZES}
                onSize={(size) => show({ ...search, size: `${size}`, page: '' })}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
};
