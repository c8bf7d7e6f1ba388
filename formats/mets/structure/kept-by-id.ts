import { NumberColumn } from '../../xml/kept/number-column.js';
import type { StringPool } from '../../xml/kept/string-pool.js';
import type { KeptElements } from '../../xml/kept/kept-elements.js';
import type { MetsElement, SectionSummary } from '../model/section-summary.js';
import type { FirstElements } from './elements-by-id.js';

/** The number that stands for an element to which no reference leads. */
export const UNREFERRED = -1;

/** Added to the numbers of elements, so that UNREFERRED is 1 and 0 is none. */
const OFFSET = 2;

/** The first kept element of each ID, by the number of the ID among the unique strings. */
export class KeptById implements FirstElements<MetsElement> {
  readonly #kept: KeptElements<SectionSummary>;
  readonly #strings: StringPool;
  readonly #elements = new NumberColumn();

  constructor(kept: KeptElements<SectionSummary>, strings: StringPool) {
    this.#kept = kept;
    this.#strings = strings;
  }

  /** How many of the unique strings must be kept for the IDs. */
  get size(): number {
    return this.#elements.length;
  }

  get(id: string): MetsElement | undefined {
    const number = this.#strings.find(id);
    const element = number < 0 || number >= this.size ? 0 : this.#elements.get(number);
    return element === 0 ? undefined : this.#kept.at(element - OFFSET);
  }

  set(id: string, { at }: MetsElement): void {
    const number = this.#strings.add(id);
    while (this.size <= number) this.#elements.push(0);
    this.#elements.set(number, at + OFFSET);
  }

  delete(id: string): void {
    const number = this.#strings.find(id);
    if (number >= 0 && number < this.size) this.#elements.set(number, 0);
  }
}
