import { dirname } from 'node:path';
import { compareUtf8 } from '../../../../formats/paths/utf8-order.js';
import { CommandFault } from '../../command-fault.js';
import type { GroupTarget } from '../../looking/target.js';
import { countText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import type { RestoreOptions } from './options.js';
import type { TargetDisk } from './target-disk.js';

/** Says what is being restored to a folder, until that is done. */
const MARKER = '.muniment-restore';
/** What is there only while a restore goes on. */
const TEMPORARY = `${MARKER}-`;

/** Whether a restore keeps something of its own under a name, so that no file can have it. */
export const isOwnName = (name: string): boolean => name === MARKER || name.startsWith(TEMPORARY);

/** Where something temporary lies in the folder that is restored to. */
export const temporaryPath = (folder: string, name: string | number): string => `${folder}/${TEMPORARY}${name}`;

/** What a folder is restored from and how: a restore of the same continues one that was stopped. */
export const markerText = (
  { group, version, below }: Pick<GroupTarget, 'group' | 'version' | 'below'>,
  { as, patterns, isStored, isOriginal, isRenaming }: RestoreOptions,
): string => `${JSON.stringify({ group, version, below, as, patterns, isStored, isOriginal, isRenaming }, null, 2)}\n`;

const textIn = async (disk: TargetDisk, path: string): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of disk.read(path)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

const notEmpty = (disk: TargetDisk, folder: string, names: readonly string[]): CommandFault => {
  const [first = ''] = names;
  const folders = names.filter((name) => disk.kindOf(`${folder}/${name}`) === 'folder').length;
  const counts = [
    ...(folders === names.length ? [] : [countText(names.length - folders, 'file')]),
    ...(folders === 0 ? [] : [countText(folders, 'folder')]),
  ];
  const has = `${counts.join(', ')}; the first is ${shownName(first)}`;
  return new CommandFault(`${shownName(folder)} is not empty (${has}). Nothing was written.`, {
    code: 'place-not-empty',
    exit: 2,
    next: '--to <new folder>',
  });
};

const noFolder = (folder: string): CommandFault =>
  new CommandFault(`${shownName(folder)} is not a folder. Nothing was written.`, {
    code: 'place-not-empty',
    exit: 2,
    next: '--to <new folder>',
  });

/** Whether a place is free, or has the unfinished restore that a text describes. Rejects with CommandFault otherwise. */
export const lookAtFolder = async (disk: TargetDisk, folder: string, text: string): Promise<'free' | 'unfinished'> => {
  const kind = disk.kindBehind(folder);
  if (kind === null) return 'free';
  if (kind !== 'folder') throw noFolder(folder);
  const names = [...(await disk.names(folder))].sort(compareUtf8);
  if (names.includes(MARKER) && (await textIn(disk, `${folder}/${MARKER}`)) === text) return 'unfinished';
  const others = names.filter((name) => !name.startsWith(TEMPORARY));
  if (others.length > 0) throw notEmpty(disk, folder, others);
  return 'free';
};

/** Makes a folder with those above it, and answers the outermost that it made; null where all were there. */
export const makeFolders = (disk: TargetDisk, folder: string): string | null => {
  if (disk.kindBehind(folder) === 'folder') return null;
  const above = dirname(folder);
  const made = above === folder ? null : makeFolders(disk, above);
  disk.makeFolder(folder);
  return made ?? folder;
};

/** Removes what a restore that was stopped has left besides its marker and its files. */
export const removeTemporary = async (disk: TargetDisk, folder: string): Promise<void> => {
  for (const name of await disk.names(folder)) if (name.startsWith(TEMPORARY)) disk.remove(`${folder}/${name}`);
};

/** Writes the marker; it is there wholly or not at all. */
export const writeMarker = async (disk: TargetDisk, folder: string, text: string): Promise<void> => {
  const path = temporaryPath(folder, 'marker');
  const file = disk.create(path);
  await file.write(Buffer.from(text)).finally(() => file.close());
  disk.rename(path, `${folder}/${MARKER}`);
};

/** Removes the marker: the restore is done. */
export const removeMarker = (disk: TargetDisk, folder: string): void => disk.remove(`${folder}/${MARKER}`);
