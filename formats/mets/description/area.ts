import type { MetsElement } from '../model/section-summary.js';
import type { RangeFile, Region } from '../model/described-mets.js';

/** The part of a file that an area selects; the whole file where it sets no bounds. */
export type Part = Omit<RangeFile, 'localPath'>;

export const wholeFile: Part = Object.freeze({ isWhole: true, region: null, beginTime: null, endTime: null });

const BOUNDS = ['SHAPE', 'COORDS', 'BETYPE', 'BEGIN', 'END', 'EXTENT', 'EXTTYPE'];

/** The part that a METS area selects (companion 5.10, 6.4): a time span, a rectangle, or both. */
export const partOf = (area: MetsElement): Part => {
  if (BOUNDS.every((name) => area.attribute(name) === null)) return wholeFile;
  return { isWhole: false, region: regionOf(area), ...timesOf(area) };
};

const regionOf = (area: MetsElement): Region | null => {
  if (area.attribute('SHAPE')?.toUpperCase() !== 'RECT') return null;
  const corners = /^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*$/.exec(area.attribute('COORDS') ?? '');
  if (corners === null) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners.slice(1).map(Number);
  return { x1, y1, x2, y2 };
};

/** Both times are null where one is malformed, since one alone would select another span. */
const timesOf = (area: MetsElement): Pick<Part, 'beginTime' | 'endTime'> => {
  const none = { beginTime: null, endTime: null };
  if (area.attribute('BETYPE')?.toUpperCase() !== 'TIME') return none;
  const beginTime = timeCode(area.attribute('BEGIN'));
  const endTime = timeCode(area.attribute('END'));
  return beginTime === 'malformed' || endTime === 'malformed' ? none : { beginTime, endTime };
};

/** `HH:MM:SS` with any number of decimals, in seconds; null where the attribute is absent. */
const timeCode = (code: string | null): number | 'malformed' | null => {
  if (code === null) return null;
  const parts = /^\s*(\d{1,6}):([0-5]\d):([0-5]\d(?:\.\d{1,9})?)\s*$/.exec(code);
  if (parts === null) return 'malformed';
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(Number);
  return Number((hours * 3600 + minutes * 60 + seconds).toFixed(9));
};
