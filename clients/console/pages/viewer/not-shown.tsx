import type { ReactNode } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { readFolder } from '../../api/deposits.js';
import {
  CANVASES,
  canvasesQuery,
  readCanvases,
  shownKey,
  type OpenedManifest,
  type Shown,
} from '../../api/manifests.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Loading } from '../../parts/feedback/loading.js';
import { Empty, Message, Problem } from '../../parts/feedback/messages.js';
import { Rows, type Column } from '../../parts/lists/rows.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { useFormats, useWords } from '../../words/language.js';
import { useRecordAll } from '../deposit/record-files.js';
import { nameOf } from './pages-strip.js';

interface Unseen {
  readonly path: string;
  readonly why: string;
  readonly helps: string;
  readonly measured: boolean;
}

/** Pages are made of what is below it only. */
const SHOWN_FOLDER = 'objects';
const UNRECORDED = ['not-recorded'] as const;

const usePart = (
  key: readonly unknown[],
  isWanted: boolean,
  read: (page: number, signal: AbortSignal) => Promise<{ readonly total: number; readonly rows: readonly Unseen[] }>,
) =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) => (page * CANVASES < total ? page + 1 : undefined),
    enabled: isWanted,
  });

const useGrey = (shown: Shown, opened: OpenedManifest) => {
  const { viewer: words } = useWords();
  const { reasons, help } = words;
  const explain = (type: string): Omit<Unseen, 'path'> => {
    if (/^image\/svg\b/.test(type)) return { why: reasons.svg, helps: help.page, measured: false };
    if (type.startsWith('image/')) return { why: reasons.image, helps: help.tools, measured: true };
    if (/^(audio|video)\//.test(type)) return { why: reasons.av, helps: help.tools, measured: true };
    return { why: type === 'application/pdf' ? reasons.pdf : reasons.other, helps: help.page, measured: false };
  };
  return usePart([...shownKey(shown), 'canvases', opened.token, 'grey'], true, async (page, signal) => {
    const listing = await readCanvases(opened, { page, pageSize: CANVASES, kind: 'Placeholder' }, signal);
    const rows = listing.canvases.map(({ path, contentType }) => ({ path, ...explain(contentType) }));
    return { total: listing.total, rows };
  });
};

const useUnrecorded = (shown: Shown) => {
  const { viewer: words } = useWords();
  const why = { why: words.reasons.notRecorded, helps: words.help.record, measured: false };
  return usePart([...shownKey(shown), 'unrecorded'], shown.kind === 'deposit', async (page, signal) => {
    const depositId = shown.kind === 'deposit' ? shown.depositId : '';
    const part = { path: SHOWN_FOLDER, show: 'not-recorded', offset: (page - 1) * CANVASES, limit: CANVASES } as const;
    const { total, entries } = await readFolder(depositId, part, signal);
    return { total, rows: entries.map(({ path }) => ({ path, ...why })) };
  });
};

/** How many files have no picture, film or sound; null while it is not known. */
export const useNotShownCount = (shown: Shown, opened: OpenedManifest): number | null => {
  const grey = useQuery(canvasesQuery(shown, opened, { pageSize: 1, kind: 'Placeholder' }));
  const isDeposit = shown.kind === 'deposit';
  const unrecorded = useQuery({
    queryKey: [...shownKey(shown), 'unrecorded', 'count'],
    queryFn: async ({ signal }) => {
      const depositId = isDeposit ? shown.depositId : '';
      return (await readFolder(depositId, { path: SHOWN_FOLDER, show: 'not-recorded', limit: 0 }, signal)).total;
    },
    enabled: isDeposit,
  });
  const others = isDeposit ? unrecorded.data : 0;
  return grey.data === undefined || others === undefined ? null : grey.data.total + others;
};

const Way = ({ shown, row }: { readonly shown: Shown; readonly row: Unseen }) => {
  const { viewer: words } = useWords();
  if (shown.kind === 'group')
    return (
      <ButtonLink
        small
        to="/repository/$"
        params={{ _splat: `${shown.path}/${row.path}` }}
        search={shown.version === null ? {} : { version: shown.version }}
      >
        {words.filePage}
      </ButtonLink>
    );
  const params = { deposit: shown.depositId };
  return row.measured ? (
    <ButtonLink small to="/deposits/$deposit/tools" params={params}>
      {words.runTools}
    </ButtonLink>
  ) : (
    <ButtonLink
      small
      to="/deposits/$deposit"
      params={params}
      search={{ open: row.path.slice(0, Math.max(0, row.path.lastIndexOf('/'))), at: row.path }}
    >
      {words.showFile}
    </ButtonLink>
  );
};

/** Records all files that would have a page, and are not recorded. */
const RecordAll = ({ depositId, files }: { readonly depositId: string; readonly files: number }) => {
  const { viewer: words, deposit } = useWords();
  const tell = useToast();
  const record = useRecordAll(depositId, SHOWN_FOLDER, UNRECORDED);
  // Told after the files have left the list, and this button with them.
  const recordAll = (): void =>
    void record.mutateAsync().then(
      (n) => tell(deposit.recordedNow(n)),
      () => undefined,
    );
  return (
    <>
      <Button small busy={record.isPending ? deposit.steps.recording(files) : null} onClick={recordAll}>
        {words.recordThese(files)}
      </Button>
      {record.error === null ? null : <Problem error={record.error} />}
    </>
  );
};

/** A row of the list: a file, or what begins or ends a part of it. */
type Line = Unseen | { readonly path: string; readonly part: ReactNode };

/** A part of the list: its head, its files that were read, and the way to the others. */
const linesOf = (
  key: string,
  query: ReturnType<typeof usePart>,
  words: { readonly head: (total: number) => ReactNode; readonly more: string },
): readonly Line[] => {
  const total = query.data?.pages[0]?.total ?? 0;
  if (query.error !== null)
    return [{ path: key, part: <Problem error={query.error} onRetry={() => void query.refetch()} /> }];
  if (total === 0) return [];
  const more = (
    <Button small onClick={() => void query.fetchNextPage()} busy={query.isFetchingNextPage ? words.more : null}>
      {words.more}
    </Button>
  );
  return [
    { path: key, part: words.head(total) },
    ...(query.data?.pages.flatMap(({ rows }) => rows) ?? []),
    ...(query.hasNextPage ? [{ path: `${key} more`, part: more }] : []),
  ];
};

const useColumns = (shown: Shown): readonly Column<Line>[] => {
  const { viewer: words } = useWords();
  const ofFile = (cell: (row: Unseen) => ReactNode) => (line: Line) => ('part' in line ? null : cell(line));
  return [
    {
      key: 'file',
      head: words.file,
      of: 'name',
      cell: ({ path }) => (
        <div style={{ minWidth: 0 }}>
          <span className="t">{nameOf(path)}</span>
          <div className="path">{path.split('/').slice(0, -1).join(' / ')}</div>
        </div>
      ),
    },
    { key: 'why', head: words.why, of: 'wrap', cell: ofFile(({ why }) => why) },
    { key: 'helps', head: words.helps, of: 'wrap', cell: ofFile(({ helps }) => <span className="soft">{helps}</span>) },
    {
      key: 'way',
      head: <span className="sr">{words.showFile}</span>,
      of: 'r acts',
      cell: ofFile((row) => <Way shown={shown} row={row} />),
    },
  ];
};

/** What has no picture, and why. */
export const NotShown = ({ shown, opened }: { readonly shown: Shown; readonly opened: OpenedManifest }) => {
  const { viewer: words } = useWords();
  const { count } = useFormats();
  const grey = useGrey(shown, opened);
  const unrecorded = useUnrecorded(shown);
  const columns = useColumns(shown);
  const total = useNotShownCount(shown, opened);
  if (grey.isLoading || unrecorded.isLoading) return <Loading />;
  const head = (title: string, action?: (n: number) => ReactNode) => (n: number) => (
    <>
      {title} <span className="muted">{count(n)}</span> {action?.(n)}
    </>
  );
  const record =
    shown.kind === 'deposit' ? (n: number) => <RecordAll depositId={shown.depositId} files={n} /> : undefined;
  const lines = [
    ...linesOf('grey', grey, { head: head(words.grey), more: words.morePages }),
    ...linesOf('unrecorded', unrecorded, { head: head(words.notRecorded, record), more: words.morePages }),
  ];
  if (lines.length === 0)
    return (
      <Empty title={words.allShown}>
        <p>{words.allShownHow}</p>
      </Empty>
    );
  return (
    <>
      <div style={{ marginTop: 16 }}>
        <Message kind="info">
          <p>
            <strong>{words.notShownTitle(total ?? 0)}</strong>
          </p>
          <p>{words.notShownWhy}</p>
        </Message>
      </div>
      <Rows<Line>
        label={words.notShownList}
        columns={columns}
        widths="minmax(220px,1fr) minmax(190px,1fr) minmax(220px,1.1fr) 128px"
        rows={lines}
        keyOf={(line) => ('part' in line ? `part ${line.path}` : line.path)}
        height={58}
        attributes={() => ({ className: 'lines' })}
        group={(line) => ('part' in line ? line.part : null)}
      />
      <div className="pager">
        <span>{words.accessIsNoReason}</span>
      </div>
    </>
  );
};
