import { isDeepStrictEqual } from 'node:util';
import { NumberColumn } from '../../xml/kept/number-column.js';
import type { StringPool } from '../../xml/kept/string-pool.js';
import type { SummaryStore } from '../../xml/kept/kept-elements.js';
import type { MetsExtents, MetsFormat } from '../model/mets.js';
import type { SectionSummary, TechnicalMetadata } from '../model/section-summary.js';
import { NO_VALUES } from '../premis/technical-metadata.js';

/** What summaries in a row mostly have in common; it is in memory once for as long as they do. */
interface CommonPart extends Omit<SectionSummary, 'technical'> {
  readonly technical: Readonly<Omit<TechnicalMetadata, 'digest' | 'size' | 'originalName' | 'storageLocation'>>;
}

const NONE = -1;

/**
 * Summaries of sections as numbers in columns: their strings are in the pool, sizes in a list, the rest is mostly that of the
 * one before. A summary that is equal to the one before, such as that of an amdSec with one techMD, is that.
 */
export class KeptSummaries implements SummaryStore<SectionSummary> {
  readonly #strings: StringPool;
  readonly #digests = new NumberColumn();
  readonly #originalNames = new NumberColumn();
  readonly #storageLocations = new NumberColumn();
  readonly #sizes: number[] = [];
  readonly #parts = new NumberColumn();
  readonly #common: CommonPart[] = [];

  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  add(summary: SectionSummary): number {
    const { digest, size, originalName, storageLocation } = summary.technical;
    const row = [
      this.#numberOf(digest),
      this.#numberOf(originalName),
      this.#numberOf(storageLocation),
      this.#partOf(summary),
    ];
    const columns = [this.#digests, this.#originalNames, this.#storageLocations, this.#parts];
    const last = this.#sizes.length - 1;
    const isLast = last >= 0 && this.#sizes[last] === (size ?? NONE);
    if (isLast && columns.every((column, index) => column.get(last) === row[index])) return last;
    columns.forEach((column, index) => column.push(row[index] ?? NONE));
    return this.#sizes.push(size ?? NONE) - 1;
  }

  at(number: number): SectionSummary {
    const { technical, ...others } = this.#common[this.#parts.get(number)] ?? EMPTY;
    const { format, extents, orientation, rotation } = technical;
    const size = this.#sizes[number] ?? NONE;
    return {
      technical: {
        digest: this.#stringOf(this.#digests.get(number)),
        size: size === NONE ? null : size,
        format,
        originalName: this.#stringOf(this.#originalNames.get(number)),
        storageLocation: this.#stringOf(this.#storageLocations.get(number)),
        ...{ extents, orientation, rotation },
      },
      ...others,
    };
  }

  #numberOf(text: string | null): number {
    return text === null ? NONE : this.#strings.add(text);
  }

  #stringOf(number: number): string | null {
    return number === NONE ? null : this.#strings.at(number);
  }

  #partOf({ technical, exif, virusChecks, description }: SectionSummary): number {
    const { format, extents, orientation, rotation } = technical;
    const part: CommonPart = { technical: { format, extents, orientation, rotation }, exif, virusChecks, description };
    const last = this.#common.length - 1;
    const before = this.#common[last];
    return before !== undefined && isSame(part, before) ? last : this.#common.push(part) - 1;
  }
}

/** Most sections say nothing else, and are compared without a look at all of their members. */
const isSame = (a: CommonPart, b: CommonPart): boolean =>
  isSameTechnical(a.technical, b.technical) && ((saysNothingElse(a) && saysNothingElse(b)) || isDeepStrictEqual(a, b));

const isSameTechnical = (a: CommonPart['technical'], b: CommonPart['technical']): boolean =>
  a.orientation === b.orientation &&
  a.rotation === b.rotation &&
  areSameExtents(a.extents, b.extents) &&
  isSameFormat(a.format, b.format);

const areSameExtents = (a: MetsExtents, b: MetsExtents): boolean =>
  a.width === b.width && a.height === b.height && a.duration === b.duration;

const isSameFormat = (a: MetsFormat | null, b: MetsFormat | null): boolean =>
  a?.pronomKey === b?.pronomKey && a?.name === b?.name && a?.version === b?.version;

const saysNothingElse = ({ exif, virusChecks, description }: CommonPart): boolean =>
  exif.length === 0 && virusChecks.length === 0 && description === null;

const EMPTY: CommonPart = { technical: NO_VALUES, exif: [], virusChecks: [], description: null };
