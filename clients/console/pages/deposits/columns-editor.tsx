import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { useDrag, useDragRows, type DragAttributes } from '../../parts/lists/drag-rows.js';
import { Icon } from '../../parts/icon.js';
import { Popover } from '../../parts/controls/popover.js';
import { useWords } from '../../words/language.js';
import {
  COLUMN_NAMES,
  columnNamesIn,
  columnsText,
  MOST_COLUMNS,
  USUAL,
  withMoved,
  withToggled,
  type ColumnName,
} from './column-names.js';
import { SORTS } from './columns.js';
import { listingQuery, type DepositsSearch } from './filters.js';

interface EditorOptions {
  readonly search: DepositsSearch;
  readonly onSearch: (search: DepositsSearch) => void;
}

/** Moves columns by Alt with the arrows; the focus goes along. */
const useMoves = (names: readonly ColumnName[], onNames: (names: readonly ColumnName[]) => void) => {
  const grips = useRef(new Map<ColumnName, HTMLButtonElement>());
  const moved = useRef<ColumnName | null>(null);
  useEffect(() => {
    if (moved.current !== null) grips.current.get(moved.current)?.focus();
    moved.current = null;
  }, [names]);
  return (name: ColumnName) => ({
    ref: (grip: HTMLButtonElement | null) => {
      if (grip === null) grips.current.delete(name);
      else grips.current.set(name, grip);
    },
    onKeyDown: (event: { readonly altKey: boolean; readonly key: string; preventDefault: () => void }) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || by === undefined) return;
      event.preventDefault();
      moved.current = name;
      onNames(withMoved(names, name, names.indexOf(name) + by));
    },
  });
};

interface ChoiceOptions {
  readonly label: string;
  readonly isShown: boolean;
  /** What is said behind the name. */
  readonly note?: string | null;
  /** Called when the box is pressed; none where it cannot be. */
  readonly onToggle: (() => void) | null;
  readonly drag?: Partial<DragAttributes>;
  readonly children?: ReactNode;
}

const Choice = ({ label, isShown, note = null, onToggle, drag = {}, children = <span /> }: ChoiceOptions) => {
  const id = useId();
  const { className = '', ...dragged } = drag;
  return (
    <div className={`colrow ${isShown ? '' : 'off'} ${className}`} {...dragged}>
      <input id={id} type="checkbox" checked={isShown} disabled={onToggle === null} onChange={() => onToggle?.()} />
      <label htmlFor={id}>
        {label} {note === null ? null : <span className="muted">{note}</span>}
      </label>
      {children}
    </div>
  );
};

const Editor = ({ search, onSearch }: EditorOptions) => {
  const { deposits: words } = useWords();
  const names = columnNamesIn(search.columns);
  const onNames = (next: readonly ColumnName[]): void => onSearch({ ...search, columns: columnsText(next) });
  const gripOf = useMoves(names, onNames);
  const drag = useDragRows<ColumnName | 'name', ColumnName>({
    drag: useDrag(),
    keyOf: (name) => name,
    heldOf: (name) => (name === 'name' ? null : name),
    isHeld: (name, held) => name === held,
    placeOver: () => 'between',
    onDrop: (held, over) => {
      const others = names.filter((name) => name !== held);
      onNames(withMoved(names, held, over === 'name' ? 0 : others.indexOf(over) + 1));
    },
  });
  const { orderBy } = listingQuery(search);
  const isFull = names.length + 1 >= MOST_COLUMNS;
  return (
    <>
      <div role="group" aria-label={words.columnsShown}>
        <Choice label={words.columns.name} note={words.always} isShown onToggle={null} drag={drag('name')} />
        {names.map((name) => (
          <Choice
            key={name}
            label={words.columns[name]}
            note={SORTS[name] === orderBy ? words.sortedBy : null}
            isShown
            onToggle={() => onNames(withToggled(names, name))}
            drag={drag(name)}
          >
            <button
              type="button"
              className="grip"
              aria-label={words.moveColumn(words.columns[name])}
              title={words.moveColumnHow}
              {...gripOf(name)}
            >
              <Icon name="grip" />
            </button>
          </Choice>
        ))}
      </div>
      <div className="sep" />
      <div role="group" aria-label={words.columnsNotShown}>
        {COLUMN_NAMES.filter((name) => !names.includes(name)).map((name) => (
          <Choice
            key={name}
            label={words.columns[name]}
            isShown={false}
            onToggle={isFull ? null : () => onNames(withToggled(names, name))}
          />
        ))}
      </div>
      <div className="sep" />
      <p className="note">{words.columnsCount(names.length + 1, MOST_COLUMNS)}</p>
      <span className="sr" role="status">
        {names.map((name) => words.columns[name]).join(', ')}
      </span>
      <div className="note">
        <Button small look="quiet" onClick={() => onNames(USUAL)}>
          {words.columnsAsUsual}
        </Button>
      </div>
    </>
  );
};

/** Which columns the listing has, and in which order; both are in the address, and so in saved views. */
export const ColumnsEditor = (options: EditorOptions) => {
  const { deposits: words } = useWords();
  return (
    <Popover label={words.columnsLabel} button={words.columnsLabel} icon="cols" isQuiet>
      {() => <Editor {...options} />}
    </Popover>
  );
};
