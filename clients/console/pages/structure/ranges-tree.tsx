import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useDragRows, type Drag } from '../../parts/lists/drag-rows.js';
import { Grip } from '../../parts/lists/held.js';
import { Icon } from '../../parts/icon.js';
import { Rows, type Column } from '../../parts/lists/rows.js';
import { useFormats, useWords } from '../../words/language.js';
import type { Draft } from './draft.js';
import { signatureOf } from './changes.js';
import type { HeldPart } from './held.js';
import { isInside, makeIn, movedBehind, movedInto, moveOf, setOf, type Direction } from './steps.js';
import { pagesIn, placedRanges, sourceOf, type PlacedRange, type Range } from './structure.js';

interface TreeOptions {
  readonly draft: Draft;
  readonly current: string | null;
  readonly onCurrent: (id: string | null) => void;
  readonly accessOf: (values: readonly string[]) => string;
}

const MOVES: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'into',
};

const NameField = ({
  range,
  onName,
  onEnd,
}: {
  readonly range: Range;
  readonly onName: (name: string) => void;
  readonly onEnd: () => void;
}) => {
  const { structure: words } = useWords();
  const [name, setName] = useState(range.name);
  const end = (isKept: boolean): void => {
    if (isKept && name.trim() !== '' && name !== range.name) onName(name.trim());
    onEnd();
  };
  return (
    <input
      className="in"
      aria-label={words.nameOf}
      value={name}
      ref={(field) => field?.focus()}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          end(event.key === 'Enter');
        }
      }}
    />
  );
};

/** The keys of the tree of ranges (docs/console-design.md, section 9); whether one was handled. */
const handleKey = (
  { draft, onCurrent }: TreeOptions,
  event: KeyboardEvent,
  { range }: PlacedRange,
  act: {
    readonly name: (id: string) => void;
    readonly open: (id: string, isOpen: boolean) => void;
    readonly isOpen: (id: string) => boolean;
    readonly newName: string;
  },
): boolean => {
  const { roots } = draft;
  const { key, altKey } = event;
  const direction = MOVES[key];
  if (altKey && direction !== undefined) {
    const change = moveOf(roots, range.id, direction);
    if (change !== null) draft.add(change);
    return true;
  }
  if (key === 'F2') act.name(range.id);
  else if (key === 'Insert') {
    const change = makeIn(roots, range.id, act.newName);
    draft.add(change);
    act.open(range.id, true);
    onCurrent(change.id);
    act.name(change.id);
  } else if (key === 'Delete') draft.add({ kind: 'remove', id: range.id, was: signatureOf(range) });
  else if (key === 'ArrowRight' && range.ranges.length > 0 && !act.isOpen(range.id)) act.open(range.id, true);
  else if (key === 'ArrowLeft' && range.ranges.length > 0 && act.isOpen(range.id)) act.open(range.id, false);
  else return false;
  return true;
};

const attributesOf = (
  { range, depth, at, of }: PlacedRange,
  current: string | null,
  isOpen: (id: string) => boolean,
  dragged: string,
) => ({
  className: [range.ranges.length > 0 ? 'dir' : '', range.id === current ? 'here' : '', dragged].join(' '),
  style: { '--d': depth } as CSSProperties,
  'aria-level': depth + 1,
  'aria-posinset': at + 1,
  'aria-setsize': of,
  'aria-selected': range.id === current,
  ...(range.ranges.length > 0 ? { 'aria-expanded': isOpen(range.id) } : {}),
});

/** Moves ranges by the pointer into others and behind them, and pages into ranges. */
const useDragged = (
  { draft, drag, naming }: Pick<RangesTreeOptions, 'draft' | 'drag' | 'naming'>,
  open: (id: string, isOpen: boolean) => void,
) =>
  useDragRows<PlacedRange, HeldPart>({
    drag,
    isPictured: false,
    keyOf: ({ range }) => range.id,
    heldOf: (placed) => (naming === placed.range.id ? null : { kind: 'range', placed }),
    isHeld: ({ range }, held) => held.kind === 'range' && held.placed.range.id === range.id,
    placeOver: (over, held, half) => {
      if (held.kind === 'pages') return 'into';
      if (isInside(over.range, held.placed.range)) return null;
      return half === 0 ? 'into' : 'between';
    },
    onDrop: (held, over, place) => {
      if (held.kind === 'pages') {
        draft.add({ kind: 'put', id: over.range.id, canvases: held.canvases });
        held.onPut();
      } else if (place === 'into') {
        draft.add(movedInto(draft.roots, held.placed, over.range.id));
        open(over.range.id, true);
      } else draft.add(movedBehind(held.placed, over));
    },
  });

interface RangesTreeOptions extends TreeOptions {
  readonly drag: Drag<HeldPart>;
  readonly naming: string | null;
  readonly onNaming: (id: string | null) => void;
}

const NameCell = ({
  placed: { range },
  isMade,
  isOpen,
  onOpen,
  ...options
}: Pick<RangesTreeOptions, 'draft' | 'naming' | 'onNaming' | 'onCurrent'> & {
  readonly placed: PlacedRange;
  readonly isMade: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) => {
  const { draft, naming, onNaming, onCurrent } = options;
  const { structure: words, parts } = useWords();
  return (
    <>
      <Grip title={words.dragOrAlt} />
      {range.ranges.length === 0 ? (
        <span className="tw" />
      ) : (
        <button
          type="button"
          className="tw"
          tabIndex={-1}
          aria-label={isOpen ? parts.close : parts.open}
          onClick={onOpen}
        >
          <Icon name="right" />
        </button>
      )}
      {naming === range.id ? (
        <NameField range={range} onName={(name) => draft.add(setOf(range, { name }))} onEnd={() => onNaming(null)} />
      ) : (
        <button type="button" className="asLink clip" tabIndex={-1} onClick={() => onCurrent(range.id)}>
          {range.name || words.unnamed}
        </button>
      )}
      {isMade ? (
        <span className="sg add" title={words.newMark}>
          +<span className="sr">{words.newMark}</span>
        </span>
      ) : null}
    </>
  );
};

/** What holds for a range: grey where it comes from a range above it. */
const AccessCell = ({ placed, accessOf }: Pick<TreeOptions, 'accessOf'> & { readonly placed: PlacedRange }) => {
  const { structure: words } = useWords();
  const source = sourceOf(placed, ({ access }) => access.length > 0);
  if (source === null) return null;
  const isOwn = source.id === placed.range.id;
  return (
    <span className={isOwn ? 'clip' : 'inherit clip'} title={isOwn ? words.setHere : words.from(source.name)}>
      {accessOf(source.access)}
    </span>
  );
};

/** Below so many ranges all are open at first. */
const FEW = 50;

/** The ranges of all structures, as a tree. */
export const RangesTree = (options: RangesTreeOptions) => {
  const { draft, current, onCurrent, accessOf, naming, onNaming } = options;
  const { structure: words } = useWords();
  const { count } = useFormats();
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const areFew = placedRanges(draft.roots).length < FEW;
  const isOpen = (id: string): boolean => toggled.get(id) ?? areFew;
  const open = (id: string, isNow: boolean): void => setToggled((before) => new Map(before).set(id, isNow));
  const made = new Set(draft.changes.flatMap(({ kind, id }) => (kind === 'make' ? [id] : [])));
  const columns: readonly Column<PlacedRange>[] = [
    {
      key: 'name',
      head: words.range,
      of: 'name',
      cell: (placed) => (
        <NameCell
          {...{ draft, naming, onNaming, onCurrent, placed }}
          isMade={made.has(placed.range.id)}
          isOpen={isOpen(placed.range.id)}
          onOpen={() => open(placed.range.id, !isOpen(placed.range.id))}
        />
      ),
    },
    { key: 'type', head: words.type, cell: ({ range }) => <span className="muted">{range.type}</span> },
    { key: 'pages', head: words.pagesHead, of: 'r', cell: ({ range }) => count(pagesIn(range)) },
    { key: 'access', head: words.access, cell: (placed) => <AccessCell placed={placed} accessOf={accessOf} /> },
  ];
  const newName = words.newName;
  const drag = useDragged(options, open);
  return (
    <Rows
      kind="treegrid"
      label={words.ranges}
      columns={columns}
      widths="minmax(160px,1fr) 76px 46px 84px"
      rows={placedRanges(draft.roots, isOpen)}
      keyOf={({ range }) => range.id}
      height={28}
      onOpen={({ range }) => onCurrent(range.id)}
      onKey={(event, row) => handleKey(options, event, row, { name: onNaming, open, isOpen, newName })}
      attributes={(row) => ({ ...drag(row), ...attributesOf(row, current, isOpen, drag(row).className) })}
    />
  );
};
