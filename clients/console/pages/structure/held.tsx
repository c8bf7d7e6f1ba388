import type { Drag } from '../../parts/lists/drag-rows.js';
import { Held } from '../../parts/lists/held.js';
import { lastName } from '../../../../formats/paths/repository-path.js';
import { useWords } from '../../words/language.js';
import { findRange } from './changes.js';
import { pathOfCanvas, type PlacedRange, type Range } from './structure.js';

/** What the pointer moves: a range, or pages. */
export type HeldPart =
  | { readonly kind: 'range'; readonly placed: PlacedRange }
  | {
      readonly kind: 'pages';
      readonly canvases: readonly string[];
      /** Told when they were put somewhere. */
      readonly onPut: () => void;
    };

/** Says beside the pointer what is moved, and where it would go. */
export const HeldWords = ({ drag, roots }: { readonly drag: Drag<HeldPart>; readonly roots: readonly Range[] }) => {
  const { structure: words } = useWords();
  const { held, over } = drag;
  if (held === null) return null;
  const nameOf = (key: string): string => {
    const range = findRange(roots, key)?.range;
    return range === undefined ? lastName(pathOfCanvas(key)) : range.name || words.unnamed;
  };
  return (
    <Held>
      <b>{held.kind === 'pages' ? words.selected(held.canvases.length) : held.placed.range.name || words.unnamed}</b>
      {over === null ? null : words.goesTo[over.place](nameOf(over.key))}
    </Held>
  );
};
