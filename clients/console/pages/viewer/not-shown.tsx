import { useInfiniteQuery } from '@tanstack/react-query';
import { readFolder } from '../../api/deposits.js';
import { CANVASES, readCanvases, shownKey, type OpenedManifest, type Shown } from '../../api/manifests.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Empty, Message } from '../../parts/messages.js';
import { Section } from '../../parts/page.js';
import { Problem } from '../../parts/messages.js';
import { Loading } from '../../parts/loading.js';
import { Rows, type Column } from '../../parts/rows.js';
import { useFormats, useWords } from '../../words/language.js';
import { nameOf } from './pages-strip.js';

interface Unseen {
  readonly path: string;
  readonly why: string;
  readonly helps: string;
  readonly measured: boolean;
}

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
    const part = { path: '', show: 'not-recorded', offset: (page - 1) * CANVASES, limit: CANVASES } as const;
    const { total, entries } = await readFolder(depositId, part, signal);
    return { total, rows: entries.map(({ path }) => ({ path, ...why })) };
  });
};

const Way = ({ shown, row }: { readonly shown: Shown; readonly row: Unseen }) => {
  const { viewer: words } = useWords();
  if (shown.kind === 'group')
    return (
      <ButtonLink small to="/repository/$" params={{ _splat: `${shown.path}/${row.path}` }}>
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

const Part = ({
  title,
  shown,
  query,
}: {
  readonly title: string;
  readonly shown: Shown;
  readonly query: ReturnType<typeof usePart>;
}) => {
  const { viewer: words } = useWords();
  const { count } = useFormats();
  if (query.error !== null) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  const total = query.data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  const columns: readonly Column<Unseen>[] = [
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
    { key: 'why', head: words.why, of: 'wrap', cell: ({ why }) => why },
    { key: 'helps', head: words.helps, of: 'wrap', cell: ({ helps }) => <span className="soft">{helps}</span> },
    { key: 'way', head: '', of: 'r acts', cell: (row) => <Way shown={shown} row={row} /> },
  ];
  return (
    <Section title={title} count={count(total)}>
      <Rows
        label={`${words.notShownList}: ${title}`}
        columns={columns}
        widths="minmax(220px,1fr) minmax(190px,1fr) minmax(220px,1.1fr) 128px"
        rows={query.data?.pages.flatMap(({ rows }) => rows) ?? []}
        keyOf={({ path }) => path}
        height={58}
        attributes={() => ({ className: 'lines' })}
      />
      {query.hasNextPage ? (
        <Button
          small
          onClick={() => void query.fetchNextPage()}
          busy={query.isFetchingNextPage ? words.morePages : null}
        >
          {words.morePages}
        </Button>
      ) : null}
    </Section>
  );
};

/** What has no picture, and why. */
export const NotShown = ({ shown, opened }: { readonly shown: Shown; readonly opened: OpenedManifest }) => {
  const { viewer: words } = useWords();
  const grey = useGrey(shown, opened);
  const unrecorded = useUnrecorded(shown);
  const total = (grey.data?.pages[0]?.total ?? 0) + (unrecorded.data?.pages[0]?.total ?? 0);
  if (grey.isLoading || unrecorded.isLoading) return <Loading />;
  return (
    <>
      {total === 0 && grey.error === null ? (
        <Empty title={words.allShown}>
          <p>{words.allShownHow}</p>
        </Empty>
      ) : (
        <div style={{ marginTop: 16 }}>
          <Message kind="info">
            <p>
              <strong>{words.notShownTitle(total)}</strong>
            </p>
            <p>{words.notShownWhy}</p>
          </Message>
        </div>
      )}
      <Part title={words.grey} shown={shown} query={grey} />
      <Part title={words.notRecorded} shown={shown} query={unrecorded} />
    </>
  );
};
