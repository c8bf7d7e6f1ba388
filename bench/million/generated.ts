import { numbered } from './life.js';

/** The container of the boxes, and the one that all child containers are in. */
export const PLACES = { boxes: 'many', children: 'flat' } as const;
/** How many groups a container has. */
export const PER_BOX = 1_000;
/** One deposit of so many is preserved; the others wait for their files. */
export const PRESERVED_EVERY = 10;
export const AGENTS = 50;
/** Who asked for what is recorded, and for what a bench makes. */
export const AGENT = 'developer';
/** The numbers of what is recorded, which no copy has. */
export const RECORDED = [9_999_997, 9_999_998] as const;

/** How much a generated platform has. */
export interface Counts {
  /** Deposits, and children of one container. */
  readonly deposits: number;
  /** Further deposits, of one archival group, whose imports have failed. */
  readonly failed: number;
}

const BEGINS_MS = Date.UTC(2020, 0, 1);
const YEARS_MS = 5 * 365 * 24 * 3_600_000;

/** When the copy of a number begins, of `count` in five years; the time of the number after the last is the end of these. */
export const beginsMs = (number: number, count: number): number => Math.floor(BEGINS_MS + (number * YEARS_MS) / count);

/** The number of the first copy of a failed deposit. */
export const FAILED = 20_000_000;
/** When that of an index begins, of `failed` in the five years before the others. */
export const failedBeginsMs = (index: number, failed: number): number => beginsMs(index, failed) - YEARS_MS;

/** A time that no copy has: before that of the number, and after that of the one before. */
export const timeBefore = (number: number, count: number): string =>
  new Date((beginsMs(number - 1, count) + beginsMs(number, count)) / 2).toISOString();

export const isPreserved = (number: number): boolean => number % PRESERVED_EVERY === 0;
export const agentOf = (number: number): string => `agent-${(number * 7) % AGENTS}`;
export const boxOf = (number: number): number => Math.floor(number / PER_BOX);
export const boxPath = (box: number): string => `${PLACES.boxes}/${numbered('box', box)}`;
export const childPath = (number: number): string => `${PLACES.children}/${numbered('child', number)}`;

/** The archival group of the deposit of a number, in a box. */
export const groupPath = (number: number, box = boxOf(number), preserved = isPreserved(number)): string =>
  `${boxPath(box)}/${numbered(preserved ? 'item' : 'opened', number)}`;

/** The archival group that failed deposits are of; it was recorded, so that it has an object. */
export const FAILED_GROUP = groupPath(RECORDED[1], RECORDED[1], true);
