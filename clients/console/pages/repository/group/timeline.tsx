import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useQueries } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { readVersionsBetween, type ListedVersion } from '../../../api/versions.js';
import { Loading } from '../../../parts/feedback/loading.js';
import { Mark } from '../../../parts/marks.js';
import { Problem } from '../../../parts/feedback/messages.js';
import { Delta, Time } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';
import { useRepositorySearch } from '../search.js';

/** Versions that are asked for at once. */
const BLOCK = 50;
/** A timeline of more versions scrolls by itself, and is grouped by year; in a narrow window it is a field. */
export const LONG = 50;

const blockOf = (head: number, version: number): number => Math.floor((head - version) / BLOCK);

/** The versions of a group, in blocks from the newest; those that are wanted are read. */
const useVersions = (path: RepositoryPath, head: number, wanted: ReadonlySet<number>) => {
  const blocks = [...wanted];
  return useQueries({
    queries: blocks.map((block) => ({
      queryKey: ['repository', 'versions', path, head, block],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readVersionsBetween(path, Math.max(1, head - (block + 1) * BLOCK + 1), head - block * BLOCK, signal),
      staleTime: Infinity,
    })),
    combine: (results) => ({
      versions: new Map(results.flatMap(({ data }) => data ?? []).map((each) => [each.version, each] as const)),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
};

/** The versions have one path: only the state of the page tells which one is shown. */
const SAME = { exact: true, includeSearch: true } as const;

interface EntryOptions {
  readonly path: RepositoryPath;
  readonly entry: ListedVersion;
  readonly head: number;
  readonly isCurrent: boolean;
  readonly isMarked: boolean;
  /** Whether the tab key stops here; the arrow keys go on. */
  readonly isStop: boolean;
}

const Entry = ({ path, entry, head, isCurrent, isMarked, isStop }: EntryOptions) => {
  const { repository: words } = useWords();
  const { version: _version, ...kept } = useRepositorySearch();
  const { version, message, agent, made, job, counts, bytesAdded } = entry;
  const isSame = counts.added + counts.changed + counts.renamed + counts.deleted === 0;
  const search = version === head ? kept : { ...kept, version: `v${version}` };
  return (
    <Link
      className="v"
      data-version={version}
      tabIndex={isStop ? 0 : -1}
      to="/repository/$"
      params={{ _splat: path }}
      search={search}
      resetScroll={false}
      activeOptions={SAME}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <span className="no">v{version}</span>
      <span>
        <span className="msgt">
          {message ?? <span className="muted">{job === null ? words.noMessage : words.noMessageJob(job)}</span>}
        </span>
        <span className="meta block">
          {agent === null ? null : `${agent}, `}
          <Time at={made} />
        </span>
        <span className="how">
          {isSame ? null : <Delta {...counts} />}
          <span className="muted">
            {isSame ? words.noFileChanged : bytesAdded === 0 ? words.noBytes : words.addedBytes(bytesAdded)}
          </span>
          {isMarked ? <Mark shape="dot">{words.marked}</Mark> : null}
        </span>
      </span>
    </Link>
  );
};

interface TimelineOptions {
  readonly path: RepositoryPath;
  readonly head: number;
  readonly current: number;
  readonly marked: number | null;
  /** What stands above the versions. */
  readonly bar: ReactNode;
}

const yearOf = (entry: ListedVersion | undefined): number | null =>
  entry === undefined ? null : new Date(entry.made).getFullYear();

/** The versions of a group, newest first; of many only those in sight are in the document. */
const LongList = ({ path, head, current, marked }: Omit<TimelineOptions, 'bar'>) => {
  const list = useRef<HTMLDivElement>(null);
  const asked = useRouterState({ select: ({ location }) => /^v(\d+)$/.exec(location.hash)?.[1] });
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set([blockOf(head, current)]));
  const { versions, error } = useVersions(path, head, wanted);
  const virtual = useVirtualizer({
    count: head,
    getScrollElement: () => list.current,
    estimateSize: () => 86,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    const seen = [Math.floor(from / BLOCK), Math.floor(to / BLOCK)];
    setWanted((before) => (seen.every((block) => before.has(block)) ? before : new Set([...before, ...seen])));
  }, [from, to]);
  const target = asked === undefined ? current : Math.min(head, Math.max(1, Number(asked)));
  const align = asked === undefined ? 'auto' : 'center';
  const isRead = versions.has(target);
  useEffect(() => virtual.scrollToIndex(head - target, { align }), [virtual, head, target, align, isRead]);
  const isSeen = items.some(({ index }) => head - index === current);
  const stop = isSeen ? current : head - from;
  return (
    <div ref={list} className="scroll" tabIndex={-1}>
      {error === null ? null : <Problem error={error} />}
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        <div style={{ position: 'absolute', insetInline: 0, top: items[0]?.start ?? 0 }}>
          {items.map(({ index }) => {
            const version = head - index;
            const entry = versions.get(version);
            const year = yearOf(entry);
            const isFirst = year !== null && (index === 0 || yearOf(versions.get(version + 1)) !== year);
            return (
              <div key={version} data-index={index} ref={virtual.measureElement}>
                {isFirst ? <h3 className="year">{year}</h3> : null}
                {entry === undefined ? (
                  <div className="v">
                    <span className="no">v{version}</span>
                    <span className="ghost" />
                  </div>
                ) : (
                  <Entry
                    {...{ path, entry, head }}
                    isCurrent={version === current}
                    isMarked={version === marked}
                    isStop={version === stop}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
};

const ShortList = ({ path, head, current, marked }: Omit<TimelineOptions, 'bar'>) => {
  const wanted = useMemo(() => new Set([0]), []);
  const { versions, error } = useVersions(path, head, wanted);
  if (error !== null) return <Problem error={error} />;
  if (versions.size === 0) return <Loading />;
  return [...versions.values()].map((entry) => (
    <Entry
      key={entry.version}
      {...{ path, entry, head }}
      isCurrent={entry.version === current}
      isMarked={entry.version === marked}
      isStop={entry.version === current}
    />
  ));
};

/** The timeline of a group: who made each version, when, why, and how much it changed. */
export const Timeline = ({ bar, onMove, ...options }: TimelineOptions & { readonly onMove: (to: number) => void }) => {
  const { repository: words } = useWords();
  const isLong = options.head > LONG;
  const list = useRef<HTMLElement>(null);
  const isMoved = useRef(false);
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || !(event.target instanceof Element) || event.target.closest('.v') === null) return;
    event.preventDefault();
    isMoved.current = true;
    onMove(options.current + by);
  };
  useEffect(() => {
    const entry = isMoved.current
      ? list.current?.querySelector<HTMLElement>(`[data-version="${options.current}"]`)
      : null;
    if (entry === null || entry === undefined) return;
    isMoved.current = false;
    entry.focus();
  });
  return (
    <nav ref={list} className={isLong ? 'tl long' : 'tl'} aria-label={words.versions} onKeyDown={move}>
      <div className="inner">
        <div className="bar">
          <span className="soft">{words.newestFirst}</span>
          <span className="grow" />
          {bar}
        </div>
        {isLong ? <LongList {...options} /> : <ShortList {...options} />}
      </div>
    </nav>
  );
};
