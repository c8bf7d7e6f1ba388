import sharp, { type Metadata, type SharpOptions } from 'sharp';
import type { Size } from '../../formats/iiif/confined-size.js';

/** Which image of a file is read. */
export type Level = Pick<SharpOptions, 'page' | 'tiff'>;

/** More levels than these would halve any image to nothing. */
const MOST_LEVELS = 32;
/** How far a level may be from an exact half, in pixels; less where that is small. */
const ROUNDING = 5;

/**
 * The smallest level of a TIFF with a pyramid that is no smaller than a size; the first image of any other file. A pyramid is
 * in all pages of a file, or in the sub-images of the first, each half as large as the one before. Rejects as libvips does.
 */
export const levelFor = async (path: string, size: Size): Promise<Level> => {
  const whole = await headerAt(path, {});
  if (whole.format !== 'tiff') return {};
  const inPages = levelsIn(whole.pages ?? 1, (index) => ({ page: index }));
  const inSubImages = levelsIn((whole.subifds ?? 0) + 1, (index) => ({ tiff: { subifd: index - 1 } }));
  let level: Level = {};
  for (const [index, next] of (inSubImages.length > 0 ? inSubImages : inPages).entries()) {
    const header = await headerAt(path, next);
    if (!isHalved(whole, header, index + 1)) return {};
    if (header.autoOrient.width >= size.width && header.autoOrient.height >= size.height) level = next;
  }
  return level;
};

/** The levels below the whole image. */
const levelsIn = (count: number, at: (index: number) => Level): readonly Level[] =>
  count > MOST_LEVELS ? [] : Array.from({ length: count - 1 }, (_, index) => at(index + 1));

const headerAt = (path: string, level: Level): Promise<Metadata> =>
  sharp(path, { ...level, limitInputPixels: false }).metadata();

const isHalved = (whole: Metadata, level: Metadata, times: number): boolean =>
  level.orientation === whole.orientation &&
  (['width', 'height'] as const).every((side) => {
    const half = whole[side] / 2 ** times;
    return Math.abs(level[side] - half) <= Math.min(ROUNDING, Math.max(1, half / 4));
  });
