import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { validateBag } from '../../../../formats/bagit/validate-bag.js';
import type { BagFile, BagSource } from '../../../../formats/bagit/bag-source.js';
import type { Surroundings } from '../command-surroundings.js';

/** A bag in a folder on the disk. */
const folderBag = (root: string): BagSource => ({
  list: () => filesBelow(root, ''),
  open: (path) => createReadStream(join(root, path)) as AsyncIterable<Buffer>,
});

async function* filesBelow(root: string, folder: string): AsyncGenerator<BagFile> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else yield { path, size: (await stat(join(root, path))).size };
  }
}

/** Validates the bag in a folder (RFC 8493) and prints what is wrong with it; answers the exit code. */
export const checkBag = async (
  folder: string,
  { output }: Pick<Surroundings, 'output'>,
  signal: AbortSignal,
): Promise<number> => {
  const { version, problems, problemCount, warnings, warningCount } = await validateBag(folderBag(folder), { signal });
  for (const { path, message } of warnings) output.write(`warning: ${path === '' ? '' : `${path}: `}${message}\n`);
  for (const { path, message } of problems) output.write(`problem: ${path === '' ? '' : `${path}: `}${message}\n`);
  const counts = `${problemCount} problems, ${warningCount} warnings`;
  output.write(
    problemCount === 0
      ? `A valid bag of BagIt ${version} (${counts}).\n`
      : `Not a valid bag${version === null ? '' : ` of BagIt ${version}`} (${counts}).\n`,
  );
  return problemCount === 0 ? 0 : 1;
};
