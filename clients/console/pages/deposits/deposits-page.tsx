import { useState, type ComponentProps } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import type { ArchiveAge } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { pageIn } from '../../frame/search-texts.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Empty } from '../../parts/feedback/messages.js';
import { Page } from '../../parts/page.js';
import { Pager } from '../../parts/controls/pager.js';
import { Rows } from '../../parts/lists/rows.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { useWords } from '../../words/language.js';
import { columnNamesIn } from './column-names.js';
import { columnsOf, widthsOf, type ListedDeposit } from './columns.js';
import { DepositsToolbar } from './deposits-toolbar.js';
import { filtersIn, listingQuery, type DepositsSearch } from './filters.js';
import { actOn } from './many/actions.js';
import { AskDialog } from './many/ask-dialog.js';
import { BulkBar, RunBar } from './many/bulk-bar.js';
import { beginRun, isUnderWay, stayedOf, useRun } from './many/run.js';
import { Refusal, RunMessage } from './many/run-message.js';
import { NONE, useSelection, type DepositSelection } from './many/selection.js';
import type { Action, Target } from './many/target.js';
import { ViewTabs } from './view-tabs.js';

const SIZES = [20, 50, 100] as const;
const sizeIn = ({ size }: DepositsSearch): number => SIZES.find((each) => `${each}` === size) ?? SIZES[0];

/** Does something with many deposits; what it was not done with stays selected. */
const useActing = (selection: DepositSelection) => {
  const { manyDeposits: words } = useWords();
  const tell = useToast();
  const client = useQueryClient();
  return async (action: Action, targets: readonly Target[], olderThan: ArchiveAge): Promise<void> => {
    const { of } = selection;
    const over = await beginRun({ action, of }, targets, (id) => actOn(action, idOf(id), olderThan));
    if (stayedOf(over).length === 0) {
      selection.choose(NONE);
      tell(words.done[action](over.done));
    }
    await client.invalidateQueries({ queryKey: ['deposits'] });
  };
};

/** What narrows the listing; in its place what can be done with what is selected, and how far it is with that. */
const Bar = (options: ComponentProps<typeof DepositsToolbar> & { readonly selection: DepositSelection }) => {
  const { search, total, selection } = options;
  const [action, ask] = useState<Action | null>(null);
  const act = useActing(selection);
  const run = useRun();
  if (run !== null && isUnderWay(run)) return <RunBar run={run} />;
  if (selection.count === 0) return <DepositsToolbar {...options} />;
  return (
    <>
      <BulkBar selection={selection} total={total ?? selection.count} onAsk={ask} />
      {action === null ? null : (
        <AskDialog
          action={action}
          selection={selection}
          asked={listingQuery(search)}
          onClose={() => ask(null)}
          onAct={(targets, olderThan) => {
            ask(null);
            void act(action, targets, olderThan);
          }}
        />
      )}
    </>
  );
};

interface ListOptions {
  readonly search: DepositsSearch;
  readonly onSearch: (search: DepositsSearch) => void;
  readonly deposits: readonly ListedDeposit[];
  readonly selection: DepositSelection;
}

const List = ({ search, onSearch, deposits, selection }: ListOptions) => {
  const words = useWords();
  const navigate = useNavigate();
  const run = useRun();
  const { orderBy, ascending } = listingQuery(search);
  const names = columnNamesIn(search.columns);
  const doing = ({ id }: ListedDeposit): string | null =>
    run !== null && run.now === id ? words.manyDeposits.doing[run.action] : null;
  return (
    <Rows<ListedDeposit>
      label={words.deposits.title}
      rows={deposits}
      keyOf={({ id }) => id}
      columns={columnsOf(names, { words, doing })}
      {...widthsOf(names)}
      selection={selection.rows}
      under={({ id }) => {
        const refused = run?.refused.get(id);
        return run === null || refused === undefined ? null : <Refusal action={run.action} refused={refused} />;
      }}
      sorting={{ by: orderBy ?? 'created', descending: ascending !== true }}
      onSort={({ by, descending }) => onSearch({ ...search, sort: `${descending ? '-' : ''}${by}`, page: '' })}
      onOpen={({ id }) => void navigate({ to: '/deposits/$deposit', params: { deposit: idOf(id) } })}
    />
  );
};

/** All deposits that filters select, page by page; the filters, the order, the page and the columns are in the address. */
export const DepositsPage = () => {
  const words = useWords();
  const search = useSearch({ from: '/inside/deposits' });
  const navigate = useNavigate();
  const run = useRun();
  const [page, pageSize] = [pageIn(search), sizeIn(search)];
  const asked = listingQuery(search);
  const { orderBy: _orderBy, ascending: _ascending, ...filters } = asked;
  const query = useQuery({
    queryKey: ['deposits', 'list', asked, page, pageSize],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/deposits', { params: { query: { ...asked, page, pageSize } }, signal })),
    placeholderData: keepPreviousData,
  });
  const selection = useSelection(JSON.stringify(filters), query.data?.deposits ?? [], query.data?.total ?? 0);
  const show = (next: DepositsSearch): void => void navigate({ to: '/deposits', search: next });
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
      <Bar search={search} total={query.data?.total ?? null} onSearch={show} selection={selection} />
      {run === null ? null : <RunMessage run={run} deposits={query.data?.deposits ?? []} />}
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
              <List search={search} onSearch={show} deposits={deposits} selection={selection} />
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
