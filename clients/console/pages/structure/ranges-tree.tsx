import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useDragRows } from '../../parts/drag-rows.js';
import { Icon } from '../../parts/icon.js';
import { Rows, type Column } from '../../parts/rows.js';
import { useFormats, useWords } from '../../words/language.js';
import type { Draft } from './draft.js';
import { signatureOf } from './changes.js';
import { droppedOn, isInside, makeIn, moveOf, setOf, type Direction } from './steps.js';
import { pagesIn, placedRanges, type PlacedRange, type Range } from './structure.js';

interface TreeOptions {
  readonly draft: Draft;
  readonly current: string | null;
  readonly onCurrent: (id: string | null) => void;
  readonly accessOf: (values: readonly string[]) => string;
  readonly onSave: () => void;
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
  { draft, onCurrent, onSave }: TreeOptions,
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
  const isCommand = event.ctrlKey || event.metaKey;
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
  else if (isCommand && key === 'z') draft.undo();
  else if (isCommand && key === 's') onSave();
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

/** Below so many ranges all are open at first. */
const FEW = 50;

/** The ranges of all structures, as a tree. */
export const RangesTree = (
  options: TreeOptions & { readonly naming: string | null; readonly onNaming: (id: string | null) => void },
) => {
  const { draft, current, onCurrent, accessOf, naming, onNaming } = options;
  const { structure: words, parts } = useWords();
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
      cell: ({ range }) => (
        <>
          {range.ranges.length === 0 ? (
            <span className="tw" />
          ) : (
            <button
              type="button"
              className="tw"
              tabIndex={-1}
              aria-label={isOpen(range.id) ? parts.close : parts.open}
              onClick={() => open(range.id, !isOpen(range.id))}
            >
              <Icon name="right" />
            </button>
          )}
          {naming === range.id ? (
            <NameField
              range={range}
              onName={(name) => draft.add(setOf(range, { name }))}
              onEnd={() => onNaming(null)}
            />
          ) : (
            <button type="button" className="asLink clip" tabIndex={-1} onClick={() => onCurrent(range.id)}>
              {range.name || words.unnamed}
            </button>
          )}
          {made.has(range.id) ? (
            <span className="sg add" title={words.newMark}>
              +<span className="sr">{words.newMark}</span>
            </span>
          ) : null}
        </>
      ),
    },
    { key: 'type', head: words.type, cell: ({ range }) => <span className="muted">{range.type}</span> },
    { key: 'pages', head: words.pagesHead, of: 'r', cell: ({ range }) => count(pagesIn(range)) },
    { key: 'access', head: words.access, cell: ({ range }) => accessOf(range.access) },
  ];
  const newName = words.newName;
  const drag = useDragRows<PlacedRange>({
    keyOf: ({ range }) => range.id,
    isMovable: ({ range }) => naming !== range.id,
    placeOver: (over, held, half) => (isInside(over.range, held.range) ? null : half === 0 ? 'into' : 'between'),
    onDrop: (held, over, place) => {
      draft.add(droppedOn(held, over, place));
      if (place === 'into') open(over.range.id, true);
    },
  });
  return (
    <Rows
      kind="treegrid"
      label={words.ranges}
      columns={columns}
      widths="minmax(160px,1fr) 84px 50px 84px"
      rows={placedRanges(draft.roots, isOpen)}
      keyOf={({ range }) => range.id}
      height={28}
      onOpen={({ range }) => onCurrent(range.id)}
      onKey={(event, row) => handleKey(options, event, row, { name: onNaming, open, isOpen, newName })}
      attributes={(row) => ({ ...drag(row), ...attributesOf(row, current, isOpen, drag(row).className) })}
    />
  );
};
