import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { dayAfter } from '../../api/days.js';
import { idOf, pathOf } from '../../api/identifiers.js';
import { preservation, storage } from '../../api/services.js';
import { DayField } from '../../parts/controls/day-field.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Mark } from '../../parts/marks.js';
import { Empty } from '../../parts/feedback/messages.js';
import { Pager } from '../../parts/controls/pager.js';
import { Rows, type Column } from '../../parts/lists/rows.js';
import { Time } from '../../parts/values.js';
import type { Words } from '../../words/english/english.js';
import { useWords } from '../../words/language.js';

/** The streams of activities: of the preservation service, and of the storage service. */
export const STREAMS = ['archivalgroups', 'importjobs'] as const;
export type StreamName = (typeof STREAMS)[number];

/** An activity of either stream. */
interface Activity {
  readonly id: string;
  readonly isFirst: boolean;
  readonly group: string;
  /** Id of the import job; null where none made it. */
  readonly job: string | null;
  readonly at: string;
}

interface ActivityPage {
  readonly total: number;
  /** How many activities are older than those of this page. */
  readonly older: number;
  /** Newest first. */
  readonly activities: readonly Activity[];
}

/** Activities on a page of a stream. */
const PAGE_SIZE = 100;

/** The job of a result at the storage service: `…/import/results/<job>/<path>`. */
const jobOf = (result: string): string | null => /\/import\/results\/([^/]+)\//.exec(result)?.[1] ?? null;

const readGroups = async (pageNumber: number, signal: AbortSignal): Promise<Omit<ActivityPage, 'total'>> => {
  const params = { path: { pageNumber: `${pageNumber}` } };
  const page = await dataOf(preservation.GET('/activity/archivalgroups/pages/{pageNumber}', { params, signal }));
  const activities = page.orderedItems.map(({ type, object, endTime }) => ({
    id: endTime,
    isFirst: type === 'Create',
    group: object.id,
    job: jobOf(object.seeAlso?.[0]?.id ?? ''),
    at: endTime,
  }));
  return { older: page.startIndex, activities };
};

const readImports = async (pageNumber: number, signal: AbortSignal): Promise<Omit<ActivityPage, 'total'>> => {
  const params = { path: { pageNumber: `${pageNumber}` } };
  const page = await dataOf(storage.GET('/activity/importjobs/pages/{pageNumber}', { params, signal }));
  const activities = page.orderedItems.map(({ object, endTime }) => ({
    id: endTime,
    isFirst: false,
    group: object.seeAlso[0]?.id ?? '',
    job: jobOf(object.id),
    at: endTime,
  }));
  return { older: page.startIndex, activities };
};

/** Of which activities a collection is told: those before a time, or all. */
interface Counted {
  readonly before?: string;
}

const SOURCES = {
  archivalgroups: {
    collection: (query: Counted, signal: AbortSignal) =>
      dataOf(preservation.GET('/activity/archivalgroups/collection', { params: { query }, signal })),
    page: readGroups,
  },
  importjobs: {
    collection: (query: Counted, signal: AbortSignal) =>
      dataOf(storage.GET('/activity/importjobs/collection', { params: { query }, signal })),
    page: readImports,
  },
} as const;

/** A page of a stream, or of what was before a time, from its newest end; the newest one may have fewer. */
const readPage = async (
  name: StreamName,
  page: number,
  before: string | null,
  signal: AbortSignal,
): Promise<ActivityPage> => {
  const source = SOURCES[name];
  const { totalItems: total, last } = await source.collection(before === null ? {} : { before }, signal);
  const newest = last === undefined ? 0 : Number(idOf(last.id));
  const wanted = newest - page + 1;
  if (wanted < 1) return { total, older: 0, activities: [] };
  const { older, activities } = await source.page(wanted, signal);
  return { total, older, activities: activities.slice(0, total - older).toReversed() };
};

const columnsOf = (name: StreamName, words: Words): readonly Column<Activity>[] => {
  const { columns, first, newer, ended } = words.activity;
  return [
    {
      key: 'group',
      head: columns.group,
      of: 'name',
      cell: ({ group }) =>
        group.includes('/repository/') ? (
          <Link to="/repository/$" params={{ _splat: pathOf(group) }}>
            {pathOf(group)}
          </Link>
        ) : (
          <span className="muted">{words.activity.beginning}</span>
        ),
    },
    {
      key: 'what',
      head: columns.what,
      cell: ({ isFirst, group }) => {
        if (!group.includes('/repository/')) return null;
        if (name === 'importjobs') return <Mark shape="dot">{ended}</Mark>;
        return (
          <Mark shape={isFirst ? 'new' : 'ok'} colour="still" title={isFirst ? 'Create' : 'Update'}>
            {isFirst ? first : newer}
          </Mark>
        );
      },
    },
    {
      key: 'job',
      head: columns.job,
      of: 'mid',
      cell: ({ job }) =>
        job === null ? null : (
          <Link className="soft" to="/jobs/$job" params={{ job }}>
            {job}
          </Link>
        ),
    },
    { key: 'at', head: columns.at, cell: ({ at }) => <Time at={at} /> },
  ];
};

interface StreamSearch {
  readonly page?: string;
  /** The newest day that is told, `2026-11-24`, in the reader's zone. */
  readonly day?: string;
}

/** A stream of activities, the newest first, by the pages that other systems read. */
export const Stream = ({ name, search }: { readonly name: StreamName; readonly search: StreamSearch }) => {
  const words = useWords();
  const navigate = useNavigate();
  const { day = '' } = search;
  const before = dayAfter(day);
  const asked = Number(search.page ?? 1);
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1;
  const show = (next: StreamSearch): void => void navigate({ to: '/activity', search: { stream: name, ...next } });
  const query = useQuery({
    queryKey: ['history', 'stream', name, before, page],
    queryFn: ({ signal }) => readPage(name, page, before, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label={words.events.howMuch}>
        <DayField label={words.events.day} value={day} onChange={(next) => show({ day: next })} />
        <span className="grow" />
        <span className="soft wide">{words.events.newestFirst}</span>
      </div>
      <Loaded query={query}>
        {({ total, older, activities }) =>
          activities.length === 0 ? (
            <Empty title={before === null ? words.activity.none : words.events.noneByThen} />
          ) : (
            <>
              <Rows<Activity>
                label={words.activity.tabs[name]}
                rows={activities}
                keyOf={({ id }) => id}
                columns={columnsOf(name, words)}
                widths="minmax(220px,1.5fr) 150px 150px 116px"
                midWidths="minmax(200px,1.5fr) 150px 116px"
              />
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                total={total}
                range={[total - older - activities.length + 1, total - older]}
                onPage={(next) => show({ day, page: `${next}` })}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
};
