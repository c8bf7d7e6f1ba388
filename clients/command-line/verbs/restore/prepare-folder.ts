import { CommandFault } from '../../command-fault.js';
import type { GroupTarget } from '../../looking/target.js';
import { countText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';
import { checkNames } from './check-names.js';
import type { ChosenFile, PlacedFile } from './chosen-files.js';
import { lookAtFolder, makeFolders, markerText, removeTemporary, writeMarker } from './marker.js';
import type { RestoreOptions } from './options.js';
import { placeNames } from './place-names.js';
import { renamedListPath, renamedListText } from './renamed-list.js';
import { collisionFault } from './restore-faults.js';
import type { TargetDisk } from './target-disk.js';

/** A folder with a marker, and where each file goes in it. */
export interface PreparedFolder {
  readonly files: readonly PlacedFile[];
  readonly isUnfinished: boolean;
}

const writeRenamedList = async (
  disk: TargetDisk,
  path: string,
  { files, isUnfinished }: PreparedFolder,
): Promise<number> => {
  const renamed = files.flatMap(({ at, name }) => (at === undefined ? [] : [{ at, name }]));
  if (renamed.length === 0) return 0;
  if (isUnfinished) disk.remove(path);
  const list = disk.create(path);
  await list.write(Buffer.from(renamedListText(renamed))).finally(() => list.close());
  return renamed.length;
};

const placed = async (
  disk: TargetDisk,
  { to, isRenaming }: RestoreOptions,
  files: readonly ChosenFile[],
): Promise<PlacedFile[]> => {
  const names = files.map(({ name }) => name);
  const { fold } = await checkNames(disk, to, names);
  const { places, collision } = placeNames(names, fold);
  if (collision !== null && !isRenaming) throw collisionFault(to, collision);
  return files.map((file, index) => {
    const at = places[index] ?? file.name;
    return at === file.name ? file : { ...file, at };
  });
};

const requireNoList = (disk: TargetDisk, path: string): void => {
  if (disk.kindOf(path) === null) return;
  throw new CommandFault(`${shownName(path)} is there already. Nothing was written.`, {
    code: 'place-not-empty',
    exit: 2,
    next: '--to <new folder>',
  });
};

/**
 * Makes the folder where it is not there, decides where each file goes, and writes the marker. Leaves nothing behind
 * where that is refused. Rejects with CommandFault.
 */
export const prepareFolder = async (
  disk: TargetDisk,
  about: { readonly target: GroupTarget; readonly options: RestoreOptions; readonly output: Pick<Output, 'note'> },
  chosen: readonly ChosenFile[],
): Promise<PreparedFolder> => {
  const { target, options, output } = about;
  const { to } = options;
  const text = markerText(target, options);
  const isUnfinished = (await lookAtFolder(disk, to, text)) === 'unfinished';
  const made = makeFolders(disk, to);
  try {
    await removeTemporary(disk, to);
    const prepared = { files: await placed(disk, options, chosen), isUnfinished };
    const list = renamedListPath(to);
    if (!isUnfinished && prepared.files.some(({ at }) => at !== undefined)) requireNoList(disk, list);
    if (!isUnfinished) await writeMarker(disk, to, text);
    const renamed = await writeRenamedList(disk, list, prepared);
    if (renamed > 0) output.note(`Note: ${countText(renamed, 'file')} renamed; ${shownName(list)} lists them.`);
    return prepared;
  } catch (error) {
    if (made !== null && !isUnfinished) disk.remove(made);
    throw error;
  }
};
