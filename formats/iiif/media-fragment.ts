import type { RangeFile, Region } from '../mets/model/described-mets.js';

/** A part of a canvas: a span of time, a rectangle, or both. */
export type CanvasPart = Pick<RangeFile, 'region' | 'beginTime' | 'endTime'>;

/** The whole of a canvas. */
export const WHOLE: CanvasPart = { region: null, beginTime: null, endTime: null };

/**
 * The media fragment of a part, without its `#` (W3C Media Fragments 1.0; companion 15.2); '' for the whole. A begin of
 * zero is written, so that it is there when the fragment is read again.
 */
export const fragmentOf = ({ region, beginTime, endTime }: CanvasPart): string => {
  const parts: string[] = [];
  if (beginTime !== null || endTime !== null) parts.push(`t=${beginTime ?? 0}${endTime === null ? '' : `,${endTime}`}`);
  if (region !== null) parts.push(`xywh=${region.x1},${region.y1},${region.x2 - region.x1},${region.y2 - region.y1}`);
  return parts.join('&');
};

/** The part that a fragment without its `#` names; null where it is not understood. */
export const parseFragment = (fragment: string): CanvasPart | null => {
  let part: CanvasPart = WHOLE;
  for (const dimension of fragment.split('&')) {
    const [name, value = ''] = dimension.split(/=(.*)/s, 2);
    if (name === 't') {
      const time = parseTime(value);
      if (time === null) return null;
      part = { ...part, ...time };
    } else if (name === 'xywh') {
      const region = parseRegion(value);
      if (region === null) return null;
      part = { ...part, region };
    } else if (fragment !== '') return null;
  }
  return part;
};

const parseTime = (value: string): Pick<CanvasPart, 'beginTime' | 'endTime'> | null => {
  const [, begin, end] = /^(?:npt:)?(\d+(?:\.\d+)?)?(?:,(\d+(?:\.\d+)?))?$/.exec(value) ?? [];
  if (begin === undefined && end === undefined) return null;
  return { beginTime: Number(begin ?? 0), endTime: end === undefined ? null : Number(end) };
};

const parseRegion = (value: string): Region | null => {
  const [, x, y, width, height] = /^(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec(value)?.map(Number) ?? [];
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null;
  return { x1: x, y1: y, x2: x + width, y2: y + height };
};
