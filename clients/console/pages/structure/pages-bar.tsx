import { useState } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { SelectField } from '../../parts/controls/field.js';
import { useKeys } from '../../parts/keys.js';
import { useWords } from '../../words/language.js';
import type { Draft } from './draft.js';
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
  const ranges = placedRanges(draft.roots);
  const [into, setInto] = useState(range?.id ?? ranges[0]?.range.id ?? '');
  return (
    <Dialog
      title={words.putTitle(chosen.size)}
      isOpen
      onClose={() => ask(false)}
      action={words.put}
      why={into === '' ? words.none : null}
      onAct={() => {
        draft.add({ kind: 'put', id: into, canvases: [...chosen] });
        onClear();
        ask(false);
      }}
    >
      <SelectField
        label={words.range}
        value={into}
        onChange={setInto}
        options={ranges.map(({ range: each, depth }) => ({
          value: each.id,
          label: `${'\u2003'.repeat(depth)}${each.name || words.unnamed}`,
        }))}
      />
    </Dialog>
  );
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
      <Button small onClick={() => ask(true)}>
        {words.putInto}
      </Button>
      {range === null ? null : (
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
      )}
      <span className="grow" />
      <Button small look="quiet" keyName="Esc" onClick={onClear}>
        {words.clear}
      </Button>
      {isAsked ? <PutDialog {...options} /> : null}
    </div>
  );
};
