import { useState } from 'react';
import { Dialog } from '../../parts/controls/dialog.js';
import { SelectField } from '../../parts/controls/field.js';
import { useWords } from '../../words/language.js';
import type { PlacedRange } from './structure.js';

interface RangeDialogOptions {
  readonly title: string;
  readonly action: string;
  readonly ranges: readonly PlacedRange[];
  /** The range that is offered first. */
  readonly first: string | null;
  /** Whether the top, above all ranges, can be chosen as well. */
  readonly hasTop?: boolean;
  readonly onChoose: (id: string | null) => void;
  readonly onClose: () => void;
}

/** Asks for a range by its name. */
export const RangeDialog = (options: RangeDialogOptions) => {
  const { title, action, ranges, first, hasTop = false, onChoose, onClose } = options;
  const { structure: words } = useWords();
  const [into, setInto] = useState(first ?? (hasTop ? '' : (ranges[0]?.range.id ?? '')));
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      action={action}
      why={into === '' && !hasTop ? words.none : null}
      onAct={() => {
        onChoose(into === '' ? null : into);
        onClose();
      }}
    >
      <SelectField
        label={words.range}
        value={into}
        onChange={setInto}
        options={[
          ...(hasTop ? [{ value: '', label: words.theTop }] : []),
          ...ranges.map(({ range, depth }) => ({
            value: range.id,
            label: `${'\u2003'.repeat(depth)}${range.name || words.unnamed}`,
          })),
        ]}
      />
    </Dialog>
  );
};
