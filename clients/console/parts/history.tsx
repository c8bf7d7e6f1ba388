import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAgents } from '../api/agents.js';
import { actsOf, cursorIn, type HistoryEntry, type HistoryPage } from '../api/history.js';
import { useWords } from '../words/language.js';
import { Button, Switch } from './controls/button.js';
import { CsvButton } from './controls/csv-button.js';
import { DayField } from './controls/day-field.js';
import { dayAfter } from '../api/days.js';
import { Events, type Telling } from './events.js';
import { Loaded } from './feedback/loading.js';
import { Empty } from './feedback/messages.js';

/** How a history is shown; the texts of its address. */
export interface HistorySearch {
  /** Of whom alone. */
  readonly by?: string;
  /** `event` for each event, else one line for all that a request caused. */
  readonly each?: string;
  /** The newest day that is told, `2026-11-24`, in the reader's zone; only of a history of many things. */
  readonly day?: string;
}

interface HistoryRequest {
  readonly cursor?: string;
  readonly limit: number;
  readonly agent?: string;
  readonly before?: string;
}

interface HistoryOptions {
  readonly queryKey: readonly unknown[];
  /** The path of its route, for all of it as comma-separated values. */
  readonly route: string;
  readonly read: (page: HistoryRequest, signal: AbortSignal) => Promise<HistoryPage>;
  readonly search: HistorySearch;
  readonly onSearch: (search: HistorySearch) => void;
  /** Whether it is the history of many things. */
  readonly isOfMany?: boolean;
}

/** Events that are asked for at once. */
const PAGE = 50;

const tellingOf = ({ each }: HistorySearch): Telling => (each === 'event' ? 'event' : 'act');

/** What is told: of whom, and before which time. */
const wantedIn = ({ by = '', day = '' }: HistorySearch): Pick<HistoryRequest, 'agent' | 'before'> => {
  const before = dayAfter(day);
  return { ...(by === '' ? {} : { agent: by }), ...(before === null ? {} : { before }) };
};

const Tools = ({
  route,
  search,
  onSearch,
  isOfMany = false,
}: Pick<HistoryOptions, 'route' | 'search' | 'onSearch' | 'isOfMany'>) => {
  const { events: words } = useWords();
  const agents = useAgents();
  const { by = '' } = search;
  const names = by === '' || agents.includes(by) ? agents : [by, ...agents];
  const options = [
    { value: 'act', label: words.byAct },
    { value: 'event', label: words.everyEvent },
  ] as const;
  const query = new URLSearchParams({ ...wantedIn(search) }).toString();
  return (
    <div className="toolbar" role="toolbar" aria-label={words.howMuch}>
      <Switch
        label={words.howMuch}
        value={tellingOf(search)}
        options={options}
        onChange={(each) => onSearch({ ...search, each: each === 'event' ? each : '' })}
      />
      <select
        className="in small"
        aria-label={words.by}
        value={by}
        onChange={({ target }) => onSearch({ ...search, by: target.value })}
      >
        <option value="">{words.everybody}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {isOfMany ? (
        <DayField label={words.day} value={search.day ?? ''} onChange={(day) => onSearch({ ...search, day })} />
      ) : null}
      <span className="grow" />
      <span className="soft wide">{words.newestFirst}</span>
      <CsvButton small route={query === '' ? route : `${route}?${query}`} name="history.csv" />
    </div>
  );
};

/** The entries before those that are shown. */
const newerThan = (shown: HistoryEntry | undefined, newest: readonly HistoryEntry[]): readonly HistoryEntry[] => {
  const at = newest.findIndex(({ id }) => id === shown?.id);
  return at < 0 ? newest : newest.slice(0, at);
};

/** What is shown stays where it is; what happens meanwhile is read, and waits at the head. */
const useHistory = ({ queryKey, read, search }: HistoryOptions) => {
  const wanted = wantedIn(search);
  const key = ['history', ...queryKey, wanted];
  const shown = useInfiniteQuery({
    queryKey: ['shown', ...key],
    queryFn: ({ pageParam, signal }) =>
      read({ limit: PAGE, ...wanted, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorIn(next),
    staleTime: Infinity,
    gcTime: 0,
  });
  const newest = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read({ limit: PAGE, ...wanted }, signal),
    enabled: shown.isSuccess,
  });
  const first = shown.data?.pages.flatMap(({ entries }) => entries)[0];
  const waiting = shown.isSuccess ? newerThan(first, newest.data?.entries ?? []) : [];
  return { shown, waiting };
};

/** A history, fifty events at a time: how it is told, whose, the events, and the older ones. */
export const History = (options: HistoryOptions) => {
  const { events: words, parts } = useWords();
  const { shown, waiting } = useHistory(options);
  const telling = tellingOf(options.search);
  const count = telling === 'act' ? actsOf(waiting).length : waiting.length;
  return (
    <>
      <Tools {...options} />
      {count === 0 ? null : (
        <div className="pager" role="status">
          <Button small icon="up" busy={shown.isRefetching ? parts.loading : null} onClick={() => void shown.refetch()}>
            {words.fresh(count, waiting.length >= PAGE)}
          </Button>
        </div>
      )}
      <Loaded query={shown}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length > 0)
            return <Events entries={entries} telling={telling} isOfMany={options.isOfMany ?? false} />;
          return shown.hasNextPage ? (
            <p className="muted">{words.noneSoFar}</p>
          ) : (
            <Empty title={wantedIn(options.search).before === undefined ? words.none : words.noneByThen} />
          );
        }}
      </Loaded>
      {shown.hasNextPage ? (
        <div className="pager">
          <Button
            small
            busy={shown.isFetchingNextPage ? parts.loading : null}
            onClick={() => void shown.fetchNextPage()}
          >
            {words.older}
          </Button>
        </div>
      ) : null}
    </>
  );
};
