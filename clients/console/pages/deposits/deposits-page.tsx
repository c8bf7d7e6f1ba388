import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { pageIn } from '../../frame/search-texts.js';
import { Loaded } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { Pager } from '../../parts/pager.js';
import { Rows } from '../../parts/rows.js';
import { Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';

const SIZE = 20;

export const DepositsPage = () => {
  const { deposits } = useWords();
  const search = useSearch({ from: '/inside/deposits' });
  const navigate = useNavigate();
  const page = pageIn(search);
  const query = useQuery({
    queryKey: ['deposits', 'list', search],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/deposits', { params: { query: { page, pageSize: SIZE } }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={deposits.title}>
      <Loaded query={query}>
        {(data) => (
          <>
            <Rows
              label={deposits.title}
              rows={data.deposits}
              keyOf={({ id }) => id}
              widths="minmax(160px,1fr) 130px 150px"
              columns={[
                {
                  key: 'name',
                  head: 'Name',
                  of: 'name',
                  cell: (row) => (
                    <Link className="t" to="/deposits">
                      {row.archivalGroupName ?? idOf(row.id)}
                    </Link>
                  ),
                },
                { key: 'status', head: 'State', cell: (row) => row.status },
                { key: 'lastModified', head: 'Changed', cell: (row) => <Time at={row.lastModified} />, sorts: true },
              ]}
              onSort={() => undefined}
            />
            <Pager
              page={page}
              pageSize={SIZE}
              total={data.total}
              onPage={(next) => void navigate({ to: '/deposits', search: { ...search, page: `${next}` } })}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
};
