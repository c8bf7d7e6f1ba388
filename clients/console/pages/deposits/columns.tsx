import { Link } from '@tanstack/react-router';
import type { components } from '../../../api/generated/preservation.js';
import { idOf, pathOf } from '../../api/identifiers.js';
import { DepositState } from '../../parts/deposit-state.js';
import { Mark } from '../../parts/marks.js';
import type { Column } from '../../parts/lists/rows.js';
import { Time } from '../../parts/values.js';
import type { Words } from '../../words/english/english.js';
import type { ColumnName } from './column-names.js';

export type ListedDeposit = components['schemas']['Deposit'];

/** Their widths, and those of them that stay below 1100 pixels. */
const WIDTHS: Readonly<Record<ColumnName, string>> = {
  state: '116px',
  place: 'minmax(150px,1.1fr)',
  version: '54px',
  lockedBy: '92px',
  by: '110px',
  lastModified: '116px',
  created: '104px',
  createdBy: '110px',
  preserved: '104px',
  preservedBy: '110px',
  exported: '104px',
  findings: '150px',
  layout: '90px',
};
const STAY: ReadonlySet<ColumnName> = new Set(['state', 'place', 'by', 'lastModified']);

export const widthsOf = (names: readonly ColumnName[]) => ({
  widths: ['minmax(220px,1.5fr)', ...names.map((name) => WIDTHS[name])].join(' '),
  midWidths: ['minmax(200px,1.5fr)', ...names.filter((name) => STAY.has(name)).map((name) => WIDTHS[name])].join(' '),
});

const agentOf = (uri: string | null): string | null => (uri === null ? null : idOf(uri));

interface CellOptions {
  readonly words: Words;
  /** What is being done with a deposit from here; null for others. */
  readonly doing: (deposit: ListedDeposit) => string | null;
}

const State = ({ deposit, words, doing }: CellOptions & { readonly deposit: ListedDeposit }) => {
  const { job } = deposit;
  const now = doing(deposit);
  if (now !== null) return <Mark shape="run">{now}</Mark>;
  if (!job || deposit.status === 'exporting') return <DepositState status={deposit.status} />;
  return (
    <Mark shape="run" title={deposit.status}>
      {words.states.underWay[job.kind]}
    </Mark>
  );
};

const Findings = ({
  lastRun,
  words,
}: {
  readonly lastRun: ListedDeposit['lastRun'] | undefined;
  readonly words: Words;
}) => {
  if (!lastRun) return null;
  const { infected, differing, unrecorded } = lastRun;
  if (infected > 0) return <Mark shape="inf">{words.deposit.counted.infected(infected)}</Mark>;
  if ((differing ?? 0) > 0) return <Mark shape="warn">{words.deposit.counted.differs(differing ?? 0)}</Mark>;
  return (unrecorded ?? 0) > 0 ? <span>{words.deposit.counted['not-recorded'](unrecorded ?? 0)}</span> : null;
};

type Cell = (deposit: ListedDeposit) => ReturnType<Column<ListedDeposit>['cell']>;

const cellsOf = ({ words, doing }: CellOptions): Readonly<Record<ColumnName, Cell>> => ({
  state: (deposit) => <State {...{ deposit, words, doing }} />,
  place: ({ archivalGroup }) =>
    archivalGroup === null ? (
      <span className="muted">{words.deposits.noPlace}</span>
    ) : (
      <Link
        className="soft"
        to="/repository/$"
        params={{ _splat: pathOf(archivalGroup) }}
        title={pathOf(archivalGroup)}
      >
        {pathOf(archivalGroup)}
      </Link>
    ),
  version: ({ versionPreserved, nextVersion }) =>
    versionPreserved ??
    (nextVersion === null || nextVersion === undefined ? null : (
      <span className="muted" title={words.deposits.nextVersion}>
        {nextVersion}
      </span>
    )),
  lockedBy: ({ lockedBy }) => (lockedBy === null ? null : <Mark shape="lock">{idOf(lockedBy)}</Mark>),
  by: ({ lastModifiedBy }) => agentOf(lastModifiedBy),
  lastModified: ({ lastModified }) => <Time at={lastModified} />,
  created: ({ created }) => <Time at={created} />,
  createdBy: ({ createdBy }) => agentOf(createdBy),
  preserved: ({ preserved }) => <Time at={preserved} />,
  preservedBy: ({ preservedBy }) => agentOf(preservedBy),
  exported: ({ exported }) => <Time at={exported} />,
  findings: ({ lastRun }) => <Findings lastRun={lastRun} words={words} />,
  layout: ({ layout }) => (layout === undefined ? null : words.deposits.layouts[layout]),
});

/** What the interface sorts by. */
export const SORTS: Readonly<Partial<Record<ColumnName, string>>> = {
  state: 'status',
  place: 'archivalGroupPath',
  by: 'lastModifiedBy',
  lastModified: 'lastModified',
  created: 'created',
  createdBy: 'createdBy',
  preserved: 'preserved',
  preservedBy: 'preservedBy',
  exported: 'exported',
};

/** The columns of these names; their keys are what the interface sorts by, where it does. */
export const columnsOf = (names: readonly ColumnName[], options: CellOptions): readonly Column<ListedDeposit>[] => {
  const { words } = options;
  const cells = cellsOf(options);
  const others = names.map((name): Column<ListedDeposit> => {
    const sorts = SORTS[name];
    return {
      key: sorts ?? name,
      head: words.deposits.columns[name],
      of: [name === 'version' ? 'r' : '', STAY.has(name) ? '' : 'wide mid', name === 'place' ? 'wide' : ''].join(' '),
      cell: cells[name],
      sorts: sorts !== undefined,
    };
  });
  const name: Column<ListedDeposit> = {
    key: 'name',
    head: words.deposits.columns.name,
    of: 'name',
    cell: ({ id, archivalGroupName }) => (
      <>
        <Link className="t" to="/deposits/$deposit" params={{ deposit: idOf(id) }}>
          {archivalGroupName ?? <span className="muted">{words.deposit.noName}</span>}
        </Link>
        {archivalGroupName === null ? <span className="id">{idOf(id)}</span> : null}
      </>
    ),
  };
  return [name, ...others];
};
