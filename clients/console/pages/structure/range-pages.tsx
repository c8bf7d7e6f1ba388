import { useMemo, useState, type ComponentProps } from 'react';
import { lastName } from '../../../../formats/paths/repository-path.js';
import { useCanvasList } from '../../api/canvas-list.js';
import type { OpenedManifest } from '../../api/manifests.js';
import { Switch } from '../../parts/controls/button.js';
import { Loading } from '../../parts/loading.js';
import { Empty, Problem } from '../../parts/messages.js';
import { Rows, type Column } from '../../parts/rows.js';
import { useFormats, useWords } from '../../words/language.js';
import type { Draft } from './draft.js';
import { PagePicture, thumbnailOf } from './page-picture.js';
import { PagesBar } from './pages-bar.js';
import { pathOfCanvas, placedRanges, wholeOf, type Range } from './structure.js';

export type Which = 'in' | 'none' | 'all';

interface PagesOptions {
  readonly depositId: string;
  readonly opened: OpenedManifest;
  readonly draft: Draft;
  readonly range: Range | null;
}

/** A page that is shown; `canvas` is null until it is read. */
interface PageRow {
  readonly canvas: string | null;
  /** The address of its picture; null without one, absent where only its id is known. */
  readonly thumbnail?: string | null;
}

/** The names of the ranges of each canvas. */
const rangesByCanvas = (roots: readonly Range[]): ReadonlyMap<string, readonly Range[]> => {
  const by = new Map<string, Range[]>();
  for (const { range } of placedRanges(roots))
    for (const canvas of new Set(range.canvases.map(wholeOf))) by.set(canvas, [...(by.get(canvas) ?? []), range]);
  return by;
};

const useRows = ({ depositId, opened, draft, range }: PagesOptions, which: Which) => {
  const shown = useMemo(() => ({ kind: 'deposit', depositId }) as const, [depositId]);
  const inRanges = useMemo(() => rangesByCanvas(draft.roots), [draft.roots]);
  const all = useCanvasList(shown, opened);
  const none = useCanvasList(shown, opened, { ranged: false });
  const list = which === 'none' ? none : all;
  const listed = Array.from({ length: list.total ?? 0 }, (_, index): PageRow => {
    const at = list.at(index);
    return at === undefined ? { canvas: null } : { canvas: at.canvas.id, thumbnail: thumbnailOf(at) };
  });
  const isFree = ({ canvas }: PageRow): boolean => canvas === null || !inRanges.has(canvas);
  const taken = draft.changes.flatMap((change) => (change.kind === 'take' ? change.canvases.map(wholeOf) : []));
  const freed = [...new Set(taken)].filter((canvas) => !inRanges.has(canvas));
  const rows: Record<Which, readonly PageRow[]> = {
    in: (range?.canvases ?? []).map((canvas) => ({ canvas })),
    none: which === 'none' ? [...listed.filter(isFree), ...freed.map((canvas) => ({ canvas }))] : [],
    all: which === 'all' ? listed : [],
  };
  return { shown, rows: rows[which], list, all: all.total, inRanges };
};

const columnsOf = (
  words: ReturnType<typeof useWords>['structure'],
  also: (canvas: string) => string,
  of: Pick<ComponentProps<typeof PagePicture>, 'shown' | 'opened'>,
): readonly Column<PageRow>[] => [
  {
    key: 'name',
    head: words.page,
    of: 'name',
    cell: ({ canvas, thumbnail }) => {
      if (canvas === null) return <span className="ghost" />;
      const path = pathOfCanvas(canvas);
      return (
        <>
          <PagePicture {...of} canvas={canvas} thumbnail={thumbnail} />
          <span style={{ minWidth: 0 }}>
            <span className="clip" style={{ display: 'block' }}>
              {lastName(path)}
            </span>
            <span className="sub">{path.split('/').slice(0, -1).join(' / ')}</span>
          </span>
        </>
      );
    },
  },
  {
    key: 'also',
    head: words.alsoIn,
    cell: ({ canvas }) => <span className="soft">{canvas === null ? null : also(canvas)}</span>,
  },
  {
    key: 'part',
    head: words.part,
    cell: ({ canvas }) => <span className="muted">{canvas?.split('#')[1] ?? words.whole}</span>,
  },
];

const Nothing = ({ which }: { readonly which: Which }) => {
  const { structure: words } = useWords();
  return which === 'none' ? (
    <Empty title={words.allRanged} />
  ) : (
    <Empty title={words.noPagesIn}>
      <p>{words.noPagesInHow}</p>
    </Empty>
  );
};

/** The pages of a range, those in no range, or all; what is selected can be put into a range. */
export const RangePages = (options: PagesOptions) => {
  const { draft, range } = options;
  const { structure: words, parts } = useWords();
  const { count } = useFormats();
  const [which, setWhich] = useState<Which>(range === null ? 'all' : 'in');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, ask] = useState(false);
  const { shown, rows, list, all, inRanges } = useRows(options, which);
  const also = (canvas: string): string =>
    (inRanges.get(wholeOf(canvas)) ?? [])
      .filter(({ id }) => id !== range?.id)
      .map(({ name }) => name)
      .join(', ');
  const keyOf = (row: PageRow, index: number): string => row.canvas ?? `not read ${index}`;
  const known = rows.flatMap(({ canvas }) => canvas ?? []);
  const areAll = known.length > 0 && known.every((canvas) => chosen.has(canvas));
  const toggle = (key: string): void => {
    const next = new Set(chosen);
    if (!next.delete(key) && !key.startsWith('not read')) next.add(key);
    setChosen(next);
  };
  return (
    <>
      <div className="toolbar">
        <span className="grow" />
        <Switch<Which>
          label={words.whichPages}
          value={which}
          onChange={setWhich}
          options={[
            ...(range === null
              ? []
              : [
                  {
                    value: 'in' as const,
                    label: (
                      <>
                        {words.inIt} <span className="muted">{count(range.canvases.length)}</span>
                      </>
                    ),
                  },
                ]),
            { value: 'none', label: words.inNone },
            {
              value: 'all',
              label: (
                <>
                  {words.all} {all === null ? null : <span className="muted">{count(all)}</span>}
                </>
              ),
            },
          ]}
        />
      </div>
      {chosen.size === 0 ? null : (
        <PagesBar {...{ draft, range, chosen, isAsked, ask }} onClear={() => setChosen(new Set())} />
      )}
      {list.error === null ? null : <Problem error={list.error} />}
      {which !== 'in' && list.total === null ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Nothing which={which} />
      ) : (
        <Rows
          label={words.whichPages}
          columns={columnsOf(words, also, { shown, opened: options.opened })}
          widths="minmax(150px,1fr) minmax(110px,.6fr) 72px"
          rows={rows}
          keyOf={keyOf}
          height={52}
          {...(which === 'in' ? {} : { onRange: list.onRange })}
          attributes={() => ({ className: 'leafrow' })}
          selection={{
            has: (key) => chosen.has(key),
            toggle,
            range: (from, to) =>
              setChosen(new Set([...chosen, ...rows.slice(from, to + 1).flatMap(({ canvas }) => canvas ?? [])])),
            toggleAll: () => setChosen(new Set(areAll ? [] : known)),
            all: areAll,
            label: (key) => parts.select(lastName(pathOfCanvas(key))),
            allLabel: parts.selectAll,
          }}
          onOpen={({ canvas }) => {
            if (canvas !== null && chosen.size === 0) setChosen(new Set([canvas]));
            ask(true);
          }}
        />
      )}
      <div className="pager wide">
        <span>{words.enter}</span>
      </div>
    </>
  );
};
