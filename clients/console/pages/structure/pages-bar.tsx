import { Button } from '../../parts/controls/button.js';
import { Menu, type MenuEntry } from '../../parts/controls/menu.js';
import { useKeys } from '../../parts/keys.js';
import { useWords } from '../../words/language.js';
import type { Draft } from './draft.js';
import { RangeDialog } from './range-dialog.js';
import { pagesMoved } from './steps.js';
import { placedRanges, type Range } from './structure.js';

interface BarOptions {
  readonly draft: Draft;
  readonly range: Range | null;
  readonly chosen: ReadonlySet<string>;
  readonly isAsked: boolean;
  readonly ask: (isAsked: boolean) => void;
  readonly onClear: () => void;
}

const PutDialog = ({ draft, range, chosen, ask, onClear }: Omit<BarOptions, 'isAsked'>) => {
  const { structure: words } = useWords();
  return (
    <RangeDialog
      title={words.putTitle(chosen.size)}
      action={words.put}
      ranges={placedRanges(draft.roots)}
      first={range?.id ?? null}
      onChoose={(id) => {
        if (id === null) return;
        draft.add({ kind: 'put', id, canvases: [...chosen] });
        onClear();
      }}
      onClose={() => ask(false)}
    />
  );
};

interface InItOptions {
  readonly draft: Draft;
  readonly range: Range;
  /** Those of the selected pages that are in the range. */
  readonly inIt: readonly string[];
}

/** Moves pages within their range, as Alt with the arrows does. */
const MovePages = ({ draft, range, inIt }: InItOptions) => {
  const { structure: words } = useWords();
  const entry = (direction: 'up' | 'down'): MenuEntry => {
    const change = pagesMoved(range, inIt, direction);
    const why = inIt.length === 0 ? words.notInIt : direction === 'up' ? words.areFirst : words.areLast;
    return {
      key: direction,
      label: words[direction],
      keyName: direction === 'up' ? 'Alt ↑' : 'Alt ↓',
      why: change === null ? why : null,
      onChoose: () => {
        if (change !== null) draft.add(change);
      },
    };
  };
  return <Menu label={words.movePages} button={words.move} isSmall groups={[[entry('up'), entry('down')]]} />;
};

/** What can be done with the pages that are selected. */
export const PagesBar = (options: BarOptions) => {
  const { draft, range, chosen, isAsked, ask, onClear } = options;
  const { structure: words } = useWords();
  useKeys({ Escape: onClear });
  const inIt = [...chosen].filter((canvas) => range?.canvases.includes(canvas) === true);
  return (
    <div className="toolbar bulk" role="toolbar" aria-label={words.selectedPages}>
      <b>{words.selected(chosen.size)}</b>
      <span className="sep" />
      <Button small aria-haspopup="dialog" onClick={() => ask(true)}>
        {words.putInto}
      </Button>
      {range === null ? null : (
        <>
          <Button
            small
            why={inIt.length === 0 ? words.notInIt : null}
            onClick={() => {
              draft.add({ kind: 'take', id: range.id, canvases: inIt });
              onClear();
            }}
          >
            {words.takeOut(range.name || words.unnamed)}
          </Button>
          <MovePages draft={draft} range={range} inIt={inIt} />
        </>
      )}
      <span className="grow" />
      <Button small look="quiet" keyName="Esc" onClick={onClear}>
        {words.clear}
      </Button>
      {isAsked ? <PutDialog {...options} /> : null}
    </div>
  );
};
