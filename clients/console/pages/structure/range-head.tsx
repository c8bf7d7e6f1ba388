import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { rangeTypesQuery } from '../../api/system.js';
import { Button } from '../../parts/controls/button.js';
import { Menu, type MenuEntry } from '../../parts/controls/menu.js';
import { useWords } from '../../words/language.js';
import { findRange } from './changes.js';
import type { Draft } from './draft.js';
import { RangeDialog } from './range-dialog.js';
import { isInside, movedInto, moveOf, setOf, type Direction } from './steps.js';
import { placedRanges, sourceOf, type PlacedRange, type Range } from './structure.js';
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
  const [isAsked, ask] = useState(false);
  const { range, parent } = placed;
  const entry = (direction: Direction): MenuEntry => {
    const change = moveOf(draft.roots, range.id, direction);
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
    <>
      <Menu
        label={words.move}
        button={words.move}
        isSmall
        groups={[
          [entry('up'), entry('down')],
          [entry('out'), entry('into')],
          [{ key: 'other', label: words.intoOther, onChoose: () => ask(true) }],
        ]}
      />
      {isAsked ? (
        <RangeDialog
          title={words.moveTitle(range.name || words.unnamed)}
          action={words.moveIt}
          ranges={placedRanges(draft.roots).filter((each) => !isInside(each.range, range))}
          first={parent}
          hasTop
          onChoose={(id) => {
            if (id !== parent) draft.add(movedInto(draft.roots, placed, id));
          }}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
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
  return <Menu label={words.typeOf} button={words.type} isSmall isQuiet groups={[offered]} />;
};

/** What holds for a range, and which range above it says so where it does not itself. */
const Holds = ({
  name,
  placed,
  says,
  text,
}: {
  readonly name: (text: string) => string;
  readonly placed: PlacedRange;
  readonly says: (range: Range) => boolean;
  readonly text: (range: Range) => string;
}) => {
  const { structure: words } = useWords();
  const source = sourceOf(placed, says);
  return (
    <span>
      {name(source === null ? '' : text(source))}
      {source?.id === placed.range.id ? null : (
        <span className="muted">
          {' '}
          {source === null ? words.noneOfItsOwn : words.from(source.name || words.unnamed)}
        </span>
      )}
    </span>
  );
};

/** The range that is arranged: what is said of it, and what can be done with it. */
export const RangeHead = ({ draft, placed, accessOf, children }: HeadOptions & { readonly children: ReactNode }) => {
  const { structure: words } = useWords();
  const [areTermsSet, setTerms] = useState(false);
  const { range, parent } = placed;
  const above = findRange(draft.roots, parent)?.range.name;
  return (
    <>
      <div className="rangehead">
        <h2>{range.name || words.unnamed}</h2>
        <div className="facts">
          <span>{above === undefined ? words.atTop(range.type) : words.inRange(range.type, above)}</span>
          <Holds
            name={words.accessIs}
            placed={placed}
            says={({ access }) => access.length > 0}
            text={({ access }) => accessOf(access)}
          />
          <Holds
            name={words.rightsAre}
            placed={placed}
            says={({ rights }) => rights !== null}
            text={({ rights }) => rights ?? ''}
          />
          <span>
            {words.recordIs(range.records.map(({ value }) => value).join(', '))}
            {range.records.length === 0 ? <span className="muted">{words.noRecord}</span> : null}
          </span>
        </div>
      </div>
      <div className="toolbar">
        <Button small onClick={() => setTerms(true)}>
          {words.terms}
        </Button>
        <MoveMenu draft={draft} placed={placed} />
        <TypeMenu draft={draft} placed={placed} />
        {children}
      </div>
      {areTermsSet ? (
        <TermsDialog range={range} onSet={(terms) => draft.add(setOf(range, terms))} onClose={() => setTerms(false)} />
      ) : null}
    </>
  );
};
