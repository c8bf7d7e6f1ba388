import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { rangeTypesQuery } from '../../api/system.js';
import { Button } from '../../parts/controls/button.js';
import { Menu, type MenuEntry } from '../../parts/controls/menu.js';
import { useWords } from '../../words/language.js';
import { findRange } from './changes.js';
import type { Draft } from './draft.js';
import { moveOf, setOf, type Direction } from './steps.js';
import type { PlacedRange } from './structure.js';
import { TermsDialog } from './terms-dialog.js';

interface HeadOptions {
  readonly draft: Draft;
  readonly placed: PlacedRange;
  readonly accessOf: (values: readonly string[]) => string;
}

const WHY = { up: 'isFirst', down: 'isLast', out: 'isTop', into: 'isFirst' } as const;
const KEYS = { up: 'Alt ↑', down: 'Alt ↓', out: 'Alt ←', into: 'Alt →' } as const;

const MoveMenu = ({ draft, placed }: Pick<HeadOptions, 'draft' | 'placed'>) => {
  const { structure: words } = useWords();
  const entry = (direction: Direction): MenuEntry => {
    const change = moveOf(draft.roots, placed.range.id, direction);
    return {
      key: direction,
      label: words[direction],
      keyName: KEYS[direction],
      why: change === null ? words[WHY[direction]] : null,
      onChoose: () => {
        if (change !== null) draft.add(change);
      },
    };
  };
  return (
    <Menu
      label={words.move}
      button={words.move}
      isSmall
      groups={[
        [entry('up'), entry('down')],
        [entry('out'), entry('into')],
      ]}
    />
  );
};

const TypeMenu = ({ draft, placed: { range } }: Pick<HeadOptions, 'draft' | 'placed'>) => {
  const { structure: words } = useWords();
  const { data: types = [] } = useQuery(rangeTypesQuery);
  const offered = [...new Set([...types, range.type])].map((type): MenuEntry => ({
    key: type,
    label: type,
    onChoose: () => draft.add(setOf(range, { type })),
  }));
  return <Menu label={words.typeOf} button={words.type} isSmall groups={[offered]} />;
};

/** The range that is arranged: what is said of it, and what can be done with it. */
export const RangeHead = ({ draft, placed, accessOf }: HeadOptions) => {
  const { structure: words } = useWords();
  const [areTermsSet, setTerms] = useState(false);
  const { range, parent } = placed;
  const above = findRange(draft.roots, parent)?.range.name;
  const none = <span className="muted">{words.noneOfItsOwn}</span>;
  return (
    <>
      <div className="rangehead">
        <h2>{range.name || words.unnamed}</h2>
        <div className="facts">
          <span>{above === undefined ? words.atTop(range.type) : words.inRange(range.type, above)}</span>
          <span>
            {words.accessIs('')}
            {range.access.length === 0 ? none : accessOf(range.access)}
          </span>
          <span>
            {words.rightsAre('')}
            {range.rights ?? none}
          </span>
          {range.records.length === 0 ? null : (
            <span>{words.recordIs(range.records.map(({ value }) => value).join(', '))}</span>
          )}
        </div>
      </div>
      <div className="toolbar">
        <Button small onClick={() => setTerms(true)}>
          {words.terms}
        </Button>
        <MoveMenu draft={draft} placed={placed} />
        <TypeMenu draft={draft} placed={placed} />
      </div>
      {areTermsSet ? (
        <TermsDialog range={range} onSet={(terms) => draft.add(setOf(range, terms))} onClose={() => setTerms(false)} />
      ) : null}
    </>
  );
};
