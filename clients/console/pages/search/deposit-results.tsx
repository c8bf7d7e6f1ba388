import { Link, useNavigate } from '@tanstack/react-router';
import type { Deposit } from '../../api/deposits.js';
import { idOf, pathOf } from '../../api/identifiers.js';
import { DepositState } from '../../parts/deposit-state.js';
import { Matched } from '../../parts/matched.js';
import { Rows, type Column } from '../../parts/lists/rows.js';
import { Time } from '../../parts/values.js';
import type { Words } from '../../words/english/english.js';
import { useWords } from '../../words/language.js';

const columnsOf = (words: Words, wanted: string): readonly Column<Deposit>[] => {
  const { columns, noPlace } = words.deposits;
  return [
    {
      key: 'name',
      head: columns.name,
      of: 'name',
      cell: ({ id, archivalGroupName, submissionText }) => (
        <div style={{ minWidth: 0 }}>
          <Link className="t" to="/deposits/$deposit" params={{ deposit: idOf(id) }}>
            <Matched text={archivalGroupName ?? words.deposit.noName} wanted={wanted} />
          </Link>
          <div className="path">
            <Matched text={idOf(id)} wanted={wanted} />
            {submissionText === null || submissionText === '' ? null : (
              <>
                {' · '}
                <Matched text={submissionText} wanted={wanted} />
              </>
            )}
          </div>
        </div>
      ),
    },
    { key: 'state', head: columns.state, cell: ({ status }) => <DepositState status={status} /> },
    {
      key: 'place',
      head: columns.place,
      of: 'mid',
      cell: ({ archivalGroup }) => {
        if (archivalGroup === null) return <span className="muted">{noPlace}</span>;
        const path = pathOf(archivalGroup);
        return (
          <Link className="soft" to="/repository/$" params={{ _splat: path }}>
            <Matched text={path} wanted={wanted} />
          </Link>
        );
      },
    },
    { key: 'lastModified', head: columns.lastModified, cell: ({ lastModified }) => <Time at={lastModified} /> },
  ];
};

/** Deposits that have what was searched for. */
export const DepositResults = ({
  deposits,
  wanted,
}: {
  readonly deposits: readonly Deposit[];
  readonly wanted: string;
}) => {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <Rows<Deposit>
      label={words.search.tabs.deposits}
      rows={deposits}
      keyOf={({ id }) => id}
      columns={columnsOf(words, wanted)}
      widths="minmax(240px,1.4fr) 130px minmax(150px,1fr) 116px"
      midWidths="minmax(240px,1.4fr) 130px 116px"
      height={58}
      attributes={() => ({ className: 'lines' })}
      onOpen={({ id }) => void navigate({ to: '/deposits/$deposit', params: { deposit: idOf(id) } })}
    />
  );
};
