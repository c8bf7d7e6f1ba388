import { CommandFault } from '../../command-fault.js';
import { shownName } from '../../output/printable.js';
import { isOwnName, temporaryPath } from './marker.js';
import type { Fold } from './place-names.js';
import type { TargetDisk } from './target-disk.js';

/** Letters and ends of names that some file system of today cannot hold, or changes. */
const ODD = /[\u0001-\u001f\u007f"*:<>?\\|]|[. ]$|^ |^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Longer names, in bytes, are refused by some. */
const SHORT = 100;

/** Whether a file can be made under a name, and is listed under the same one. */
const canHold = async (disk: TargetDisk, folder: string, name: string): Promise<boolean> => {
  try {
    disk.create(`${folder}/${name}`).close();
    return (await disk.names(folder)).includes(name);
  } catch {
    return false;
  } finally {
    disk.remove(`${folder}/${name}`);
  }
};

/** The names that are tried: those with something odd, and one for each letter beyond ASCII. */
const namesToTry = (paths: readonly string[]): Set<string> => {
  const letters = new Set<string>();
  const tried = new Set<string>();
  for (const path of paths) {
    for (const name of path.split('/')) {
      if (tried.has(name)) continue;
      const others = name.match(/[^\u0000-\u007f]/gu)?.filter((letter) => !letters.has(letter)) ?? [];
      for (const letter of others) letters.add(letter);
      if (others.length > 0 || ODD.test(name) || Buffer.byteLength(name) > SHORT) tried.add(name);
    }
  }
  return tried;
};

const whyNot = (name: string): string => {
  if (isOwnName(name)) return 'which a restore uses itself';
  const bytes = Buffer.byteLength(name);
  if (bytes > 255) return 'over 255 bytes';
  const [odd] = /["*:<>?\\|]/.exec(name) ?? [];
  if (odd !== undefined) return `contains ${odd === '"' ? `'"'` : `"${odd}"`}`;
  return bytes > SHORT ? `${bytes} bytes` : 'refused by the file system';
};

/** Why a file system cannot hold a name. */
export const cannotHold = (folder: string, name: string, written: 'nothing' | 'some'): CommandFault =>
  new CommandFault(
    `${shownName(folder)} cannot hold the name ${shownName(name)} (${whyNot(name)}).` +
      (written === 'nothing' ? ' Nothing was written.' : ''),
    { code: 'name-impossible', next: '--as tar' },
  );

/** Two letters of which each has a capital, and a second way to be written. */
const PROBE = 'a\u00e9';

/** How a file system tells names apart: whether by capitals, and by the way in which letters are composed. */
const foldOf = (disk: TargetDisk, folder: string): Fold => {
  const at = (name: string): string => `${folder}/${name}`;
  try {
    disk.create(at(PROBE)).close();
  } catch {
    disk.create(at('a')).close();
  }
  const known = disk.kindOf(at(PROBE)) === null ? 'a' : PROBE;
  const isCaseless = disk.kindOf(at(known.toUpperCase())) !== null;
  const isComposing = known !== known.normalize('NFD') && disk.kindOf(at(known.normalize('NFD'))) !== null;
  disk.remove(at(known));
  return (name) => {
    const composed = isComposing ? name.normalize('NFC') : name;
    return isCaseless ? composed.toUpperCase().toLowerCase() : composed;
  };
};

/**
 * Tries in a folder how its file system tells names apart, and whether it can hold these paths. What was made for that
 * is removed. Rejects with CommandFault for a name that it cannot hold.
 */
export const checkNames = async (
  disk: TargetDisk,
  folder: string,
  paths: readonly string[],
): Promise<{ readonly fold: Fold }> => {
  const own = paths.map((path) => path.split('/', 1)[0] ?? '').find(isOwnName);
  if (own !== undefined) throw cannotHold(folder, own, 'nothing');
  const trial = temporaryPath(folder, 'names');
  disk.makeFolder(trial);
  try {
    for (const name of namesToTry(paths))
      if (!(await canHold(disk, trial, name))) throw cannotHold(folder, name, 'nothing');
    return { fold: foldOf(disk, trial) };
  } finally {
    disk.remove(trial);
  }
};
