import type { ArchivedFile } from '../../../archive/archive.js';

/** A format, or a media type where no tool has identified one, and how many files have it. */
export interface CountedFormat {
  readonly name: string;
  readonly files: number;
}

const UNKNOWN = 'unknown';

const nameOf = ({ format, mediaType }: ArchivedFile): string =>
  format === null
    ? (mediaType ?? UNKNOWN)
    : [format.name, format.version, format.key].filter((text) => text !== null).join(' ');

/** `image` of `image/png`; null for what is no media type. */
const topLevelOf = (name: string): string | null => /^([a-z]+)\/[^\s/]+$/.exec(name)?.[1] ?? null;

const countsBy = (names: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/**
 * The formats of files, the most frequent first. Media types of which there is one file each are counted together where
 * they begin alike: two images.
 */
export const countedFormats = (files: Iterable<ArchivedFile>): CountedFormat[] => {
  const names = Array.from(files, nameOf);
  const counts = countsBy(names);
  const single = names.filter((name) => counts.get(name) === 1);
  const alike = countsBy(single.flatMap((name) => topLevelOf(name) ?? []));
  const shown = names.map((name) => {
    const top = counts.get(name) === 1 ? topLevelOf(name) : null;
    return top !== null && (alike.get(top) ?? 0) > 1 ? top : name;
  });
  return [...countsBy(shown)].map(([name, count]) => ({ name, files: count })).toSorted((a, b) => b.files - a.files);
};
