import type { ExifTag, ExtentMetadata } from '../metadata/entries.js';
import type { WrittenExtents } from './entry-values.js';

/**
 * The extents that tools found; null when they found none (companion 5.7). `ImageSize` wins, since a file with several
 * tracks repeats width and height for each of them; where the tags say nothing, `stated` speaks.
 */
export const extentsOf = (tags: readonly ExifTag[], stated: ExtentMetadata | null): WrittenExtents | null => {
  const first = firstOf(tags);
  const size = sizeOf(first);
  const text = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : value.toFixed(3).replace(/\.?0+$/, '');
  const extents: WrittenExtents = {
    width: size.width ?? stated?.pixelWidth ?? null,
    height: size.height ?? stated?.pixelHeight ?? null,
    duration: first('duration') ?? text(stated?.duration),
    bitrate: first('avgbitrate'),
  };
  return Object.values(extents).some((value) => value !== null) ? extents : null;
};

type First = (name: string) => string | null;

/** Finds a tag by its name in lower case, without spaces. */
const firstOf = (tags: readonly ExifTag[]): First => {
  const values = new Map<string, string>();
  for (const { tagName, tagValue } of tags) {
    const name = tagName.toLowerCase().replace(/\s/g, '');
    if (!values.has(name) && tagValue.trim() !== '') values.set(name, tagValue.trim());
  }
  return (name) => values.get(name) ?? null;
};

const sizeOf = (first: First): Pick<WrittenExtents, 'width' | 'height'> => {
  const [, width, height] = /^(\d+)\s*x\s*(\d+)$/i.exec(first('imagesize') ?? '') ?? [];
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  return {
    width: pixels(first('sourceimagewidth')) ?? pixels(first('imagewidth')),
    height: pixels(first('sourceimageheight')) ?? pixels(first('imageheight')),
  };
};

const pixels = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null);
