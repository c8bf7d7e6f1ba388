import { createReadStream } from 'node:fs';
import {
  inspectFolder,
  type LocalFolder,
  type Obstacle,
} from '../../../../clients/command-line/folder/folder-inspection.js';
import { requireFolder } from '../../../../clients/command-line/folder/preservable-folder.js';
import { countText } from '../../../../clients/command-line/output/amounts.js';
import { printable } from '../../../../clients/command-line/output/printable.js';
import { asyncSource } from '../../../../flow/streams/async-source.js';
import { validateBag } from '../../../../formats/bagit/validate-bag.js';
import type { BagSource } from '../../../../formats/bagit/bag-source.js';
import type { Ended, Session } from '../../../../clients/command-line/program/verb.js';

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
  folder.folders.includes('data')
    ? obstacles
    : [...obstacles, { path: 'data/', reason: 'is missing or no folder', code: 'not-preservable' }];

/**
 * Validates the bag in a folder (RFC 8493), and shows what is wrong with it. What could not be preserved, such as a link or
 * a pipe, is not read, and makes the bag invalid. Rejects with CommandFault where there is no folder.
 */
export const checkBag = async (path: string, { output, interrupted }: Session): Promise<Ended> => {
  await requireFolder(path);
  const { folder, obstacles: found } = await inspectFolder(path);
  const others = obstaclesIn(folder, found);
  const bag = await validateBag(folderBag(folder), { signal: interrupted });
  const { version, warningCount } = bag;
  const warnings = bag.warnings.map(sentence);
  const problems = [...others.map(({ path: at, reason }) => `${at} ${reason}.`), ...bag.problems.map(sentence)];
  const count = bag.problemCount + others.length;
  if (output.form !== 'json') {
    for (const each of warnings) await output.write(`warning: ${printable(each)}\n`);
    for (const each of problems) await output.write(`problem: ${printable(each)}\n`);
    await output.write(verdict(version, count, warningCount));
  }
  return {
    code: count === 0 ? 0 : 1,
    summary: { folder: path, bagit: version, problems, problemCount: count, warnings, warningCount },
  };
};

const verdict = (version: string | null, problems: number, warnings: number): string => {
  const counts = `${countText(problems, 'problem')}, ${countText(warnings, 'warning')}`;
  if (problems === 0) return `A valid bag of BagIt ${version ?? 'no version'} (${counts}).\n`;
  return `Not a valid bag${version === null ? '' : ` of BagIt ${version}`} (${counts}).\n`;
};

const sentence = ({ path, message }: { readonly path: string; readonly message: string }): string =>
  path === '' ? message : `${path}: ${message}`;
