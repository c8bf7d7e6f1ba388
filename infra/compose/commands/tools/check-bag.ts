import { createReadStream } from 'node:fs';
import {
  inspectFolder,
  type LocalFolder,
  type Obstacle,
} from '../../../../clients/command-line/folder/folder-inspection.js';
import { requireFolder } from '../../../../clients/command-line/folder/preservable-folder.js';
import { printable } from '../../../../clients/command-line/output/printable.js';
import { asyncSource } from '../../../../flow/streams/async-source.js';
import { validateBag } from '../../../../formats/bagit/validate-bag.js';
import type { BagSource } from '../../../../formats/bagit/bag-source.js';
import type { Surroundings } from '../command-surroundings.js';

/** A bag in a folder on the disk, without what is no file that can be preserved. */
const folderBag = ({ files }: LocalFolder): BagSource => {
  const locations = new Map(files.map(({ path, location }) => [path, location]));
  return {
    list: () => asyncSource(files),
    open: (path) => createReadStream(locations.get(path) ?? path) as AsyncIterable<Buffer>,
  };
};

/** What makes a folder no bag, whatever its tag files say. */
const obstaclesIn = (folder: LocalFolder, obstacles: readonly Obstacle[]): readonly Obstacle[] =>
  folder.folders.includes('data') ? obstacles : [...obstacles, { path: 'data/', reason: 'is missing or no folder' }];

/**
 * Validates the bag in a folder (RFC 8493) and prints what is wrong with it; answers the exit code. What could not be
 * preserved, such as a link or a pipe, is not read, and makes the bag invalid. Throws CommandFault without a folder.
 */
export const checkBag = async (
  path: string,
  { output }: Pick<Surroundings, 'output'>,
  signal: AbortSignal,
): Promise<number> => {
  await requireFolder(path);
  const { folder, obstacles: found } = await inspectFolder(path);
  const obstacles = obstaclesIn(folder, found);
  const { version, problems, problemCount, warnings, warningCount } = await validateBag(folderBag(folder), { signal });
  const write = (kind: string, text: string): void => void output.write(`${kind}: ${printable(text)}\n`);
  for (const each of warnings) write('warning', sentence(each));
  for (const each of obstacles) write('problem', `${each.path} ${each.reason}.`);
  for (const each of problems) write('problem', sentence(each));
  const count = problemCount + obstacles.length;
  const counts = `${count} problems, ${warningCount} warnings`;
  output.write(
    count === 0
      ? `A valid bag of BagIt ${version} (${counts}).\n`
      : `Not a valid bag${version === null ? '' : ` of BagIt ${version}`} (${counts}).\n`,
  );
  return count === 0 ? 0 : 1;
};

const sentence = ({ path, message }: { readonly path: string; readonly message: string }): string =>
  path === '' ? message : `${path}: ${message}`;
