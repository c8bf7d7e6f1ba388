import { useMemo, useState, type ReactNode } from 'react';
import { lastName } from '../../../../formats/paths/repository-path.js';
import type { OpenedManifest } from '../../api/manifests.js';
import { Toggles } from '../../parts/controls/button.js';
import { useDragRows, type Drag } from '../../parts/lists/drag-rows.js';
import { Loading } from '../../parts/feedback/loading.js';
import { Empty, Problem } from '../../parts/feedback/messages.js';
import { Rows, type RowSelection } from '../../parts/lists/rows.js';
import { useFormats, useWords } from '../../words/language.js';
import type { Draft } from './draft.js';
import type { HeldPart } from './held.js';
import { pageColumns } from './page-columns.js';
import { usePageList, type HeadRow, type PageList, type PageRow, type Which } from './page-list.js';
import { PagesBar } from './pages-bar.js';
import { withPut } from './changes.js';
import { pagesDropped, pagesMoved } from './steps.js';
import { pathOfCanvas, wholeOf, type Range } from './structure.js';

interface PagesOptions {
  readonly depositId: string;
  readonly opened: OpenedManifest;
  readonly draft: Draft;
  readonly range: Range | null;
  /** How many pages are in no range; null until it is known. */
  readonly free: number | null;
  readonly drag: Drag<HeldPart>;
  /** Wraps the switch of the lists in what stands beside it. */
  readonly toolbar: (lists: ReactNode) => ReactNode;
}

type Row = PageRow | HeadRow;

const NOT_READ = 'not read';
const canvasOf = (row: Row): string | null => (row.list === 'head' ? null : row.canvas);
const keyOf = (row: Row, index: number): string => canvasOf(row) ?? `${NOT_READ} ${index}`;

const Nothing = ({ pressed }: { readonly pressed: ReadonlySet<Which> }) => {
  const { structure: words } = useWords();
  return pressed.has('in') || pressed.has('all') ? (
    <Empty title={pressed.has('in') ? words.noPagesIn : words.noPages}>
      <p>{words.noPagesInHow}</p>
    </Empty>
  ) : (
    <Empty title={words.allRanged} />
  );
};

/** The lists of pages: those in the range and those in none together, or all. */
const Lists = ({
  range,
  pressed,
  counts,
  onPressed,
}: {
  readonly range: Range | null;
  readonly pressed: ReadonlySet<Which>;
  readonly counts: PageList['counts'];
  readonly onPressed: (pressed: ReadonlySet<Which>) => void;
}) => {
  const { structure: words } = useWords();
  const { count } = useFormats();
  const labels = { in: words.inIt, none: words.inNone, all: words.all } as const;
  const offered: readonly Which[] = range === null ? ['none', 'all'] : ['in', 'none', 'all'];
  return (
    <Toggles<Which>
      label={words.whichPages}
      pressed={pressed}
      onChange={(next) => {
        if (next.has('all') && !pressed.has('all')) onPressed(new Set(['all']));
        else if (next.size > 0) onPressed(new Set([...next].filter((each) => each !== 'all')));
      }}
      options={offered.map((value) => ({
        value,
        label: (
          <>
            {labels[value]} {counts[value] === null ? null : <span className="muted">{count(counts[value])}</span>}
          </>
        ),
      }))}
    />
  );
};

/** Which pages are selected, among those that have been read. */
const useChosen = (rows: PageList['rows']) => {
  const { parts } = useWords();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const known = (from: number, to: number): string[] => {
    const found: string[] = [];
    for (let index = from; index <= to; index += 1) {
      const row = rows.at(index);
      const canvas = row === undefined ? null : canvasOf(row);
      if (canvas !== null) found.push(canvas);
    }
    return found;
  };
  const areAll = chosen.size > 0 && known(0, rows.length - 1).every((canvas) => chosen.has(canvas));
  const selection: RowSelection = {
    has: (key) => chosen.has(key),
    toggle: (key) => {
      if (!key.startsWith(NOT_READ))
        setChosen((before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]));
    },
    range: (from, to) => setChosen((before) => new Set([...before, ...known(from, to)])),
    toggleAll: () => setChosen(new Set(areAll ? [] : known(0, rows.length - 1))),
    all: areAll || (chosen.size > 0 && 'partly'),
    label: (key) => parts.select(key.startsWith(NOT_READ) ? '' : lastName(pathOfCanvas(key))),
    allLabel: parts.selectAll,
  };
  return { chosen, setChosen, selection };
};

/** Moves pages by the pointer: what is selected goes along with any of it. */
const useDragged = (
  { draft, range, drag }: Pick<PagesOptions, 'draft' | 'range' | 'drag'>,
  chosen: ReadonlySet<string>,
  onPut: () => void,
) => {
  const selected = useMemo(() => [...chosen], [chosen]);
  return useDragRows<Row, HeldPart>({
    drag,
    isPictured: false,
    keyOf: (row) => canvasOf(row) ?? row.list,
    heldOf: (row) => {
      const canvas = canvasOf(row);
      if (canvas === null) return null;
      return { kind: 'pages', canvases: chosen.has(canvas) ? selected : [canvas], onPut };
    },
    isHeld: (row, held) => held.kind === 'pages' && held.canvases.includes(canvasOf(row) ?? ''),
    placeOver: (over, held, half) => {
      if (held.kind !== 'pages' || over.list !== 'in') return null;
      return half === 0 ? 'before' : 'between';
    },
    onDrop: (held, over, place) => {
      const canvas = canvasOf(over);
      if (held.kind !== 'pages' || range === null || canvas === null) return;
      draft.add(pagesDropped(range, held.canvases, canvas, place === 'before' ? 'before' : 'behind'));
      onPut();
    },
  });
};

/** Moves a page within its range by Alt with the arrows, and what is selected with it; where it is then, null if it stays. */
const movedByKey = (
  { draft, range }: Pick<PagesOptions, 'draft' | 'range'>,
  chosen: ReadonlySet<string>,
  row: Row,
  key: string,
): number | null => {
  const canvas = canvasOf(row);
  if (range === null || row.list !== 'in' || canvas === null) return null;
  const held = chosen.has(canvas) ? [...chosen] : [canvas];
  const change = pagesMoved(range, held, key === 'ArrowUp' ? 'up' : 'down');
  if (change === null) return null;
  draft.add(change);
  return withPut(range.canvases, change).indexOf(canvas);
};

/** The pages of a range and those in no range, or all; what is selected can be put into a range, and moved in it. */
export const RangePages = (options: PagesOptions) => {
  const { draft, range, toolbar } = options;
  const { structure: words } = useWords();
  const { count } = useFormats();
  const [pressed, press] = useState<ReadonlySet<Which>>(new Set(range === null ? ['all'] : ['in', 'none']));
  const [isAsked, ask] = useState(false);
  const { rows, counts, inRanges, onRange, error } = usePageList(options, pressed);
  const { chosen, setChosen, selection } = useChosen(rows);
  const clear = (): void => setChosen(new Set());
  const drag = useDragged(options, chosen, clear);
  const shown = useMemo(() => ({ kind: 'deposit', depositId: options.depositId }) as const, [options.depositId]);
  const also = (canvas: string): string =>
    (inRanges.get(wholeOf(canvas)) ?? [])
      .filter(({ id }) => id !== range?.id)
      .map(({ name }) => name)
      .join(', ');
  return (
    <>
      {toolbar(<Lists {...{ range, pressed, counts }} onPressed={press} />)}
      {chosen.size === 0 ? null : <PagesBar {...{ draft, range, chosen, isAsked, ask }} onClear={clear} />}
      {error === null ? null : <Problem error={error} />}
      {rows.length === 0 && counts[pressed.has('all') ? 'all' : 'none'] === null ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Nothing pressed={pressed} />
      ) : (
        <Rows
          label={range === null ? words.whichPages : words.pagesOf(range.name || words.unnamed)}
          columns={pageColumns(words, also, { shown, opened: options.opened })}
          widths="minmax(150px,1fr) minmax(110px,.6fr) 72px"
          rows={rows}
          keyOf={keyOf}
          height={52}
          onRange={onRange}
          group={(row) =>
            row.list === 'head' ? (
              <>
                {words.inNone} {row.count === null ? null : <span className="muted">{count(row.count)}</span>}
              </>
            ) : null
          }
          attributes={(row) => {
            const dragged = drag(row);
            return { ...dragged, className: `leafrow ${dragged.className}` };
          }}
          selection={selection}
          onKey={(event, row, _index, focus) => {
            if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return false;
            const at = movedByKey(options, chosen, row, event.key);
            if (at !== null) focus(at);
            return true;
          }}
          onOpen={(row) => {
            const canvas = canvasOf(row);
            if (canvas === null) return;
            if (chosen.size === 0) setChosen(new Set([canvas]));
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
