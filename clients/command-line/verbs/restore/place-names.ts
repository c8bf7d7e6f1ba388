import { ancestorsOf, lastName, parentOf } from '../../../../formats/paths/repository-path.js';

/** The same text for names that a file system cannot tell apart. */
export type Fold = (name: string) => string;

/** The longest name that a file system of today holds, in bytes. */
const LONGEST_NAME = 255;

export interface PlacedNames {
  /** Where each file goes, in the order of the files: its name, or another one where that is taken. */
  readonly places: readonly string[];
  /** The first two files or folders that cannot both be there; null where all can. */
  readonly collision: readonly [string, string] | null;
}

/** `bild (2).tif`. */
const numbered = (name: string, number: number): string => {
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const letters = Array.from(stem);
  const made = (): string => `${letters.join('')} (${number})${end}`;
  while (letters.length > 1 && Buffer.byteLength(made()) > LONGEST_NAME) letters.pop();
  return made();
};

const joined = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

const folderOf = (path: string): string => parentOf(path) ?? '';

/**
 * Gives each file a place. Of two names that the file system cannot tell apart, the second gets a number, which no
 * other file or folder has.
 */
export const placeNames = (names: readonly string[], fold: Fold): PlacedNames => {
  /** What has a place, by the folded place; of a folder with a final slash. */
  const owners = new Map<string, string>();
  const folders = new Map([['', '']]);
  let wanted: ReadonlySet<string> | null = null;
  let collision: PlacedNames['collision'] = null;

  /** All names as they are wanted: a number must not take one that comes later. */
  const isWanted = (path: string): boolean => {
    wanted ??= new Set(names.flatMap((name) => [...ancestorsOf(name), name]).map(fold));
    return wanted.has(fold(path));
  };
  const otherPlace = (folder: string, path: string): string => {
    const name = lastName(path);
    for (let number = 2; ; number++) {
      const place = joined(folder, numbered(name, number));
      if (!owners.has(fold(place)) && !isWanted(joined(folderOf(path), numbered(name, number)))) return place;
    }
  };
  const take = (folder: string, path: string, owner: string): string => {
    // The same text where nothing above it is renamed: there can be very many.
    const place = folder === folderOf(path) ? path : joined(folder, lastName(path));
    const taken = owners.get(fold(place));
    if (taken === undefined) {
      owners.set(fold(place), owner);
      return place;
    }
    collision ??= [taken, owner];
    const other = otherPlace(folder, path);
    owners.set(fold(other), owner);
    return other;
  };
  const placeOfFolder = (path: string): string => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const place = take(placeOfFolder(folderOf(path)), path, `${path}/`);
    folders.set(path, place);
    return place;
  };
  const places = names.map((name) => take(placeOfFolder(folderOf(name)), name, name));
  return { places, collision };
};
