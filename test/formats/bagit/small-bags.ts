import { createHash } from 'node:crypto';
import { validateBag, type BagValidation } from '../../../formats/bagit/validate-bag.js';
import { memoryBag, type BagContent } from './memory-bag.js';

export const digest = (content: string, algorithm = 'sha256'): string =>
  createHash(algorithm).update(content).digest('hex');
/** The SHA-256 of `a`, and of nothing. */
export const A = digest('a');
export const NONE = digest('');

export const declared = (version: string, encoding = 'UTF-8'): string =>
  `BagIt-Version: ${version}\nTag-File-Character-Encoding: ${encoding}\n`;

/** A valid bag of one file, with other files over it. */
export const bagWith = (files: BagContent, version = '1.0'): BagContent => ({
  'bagit.txt': declared(version),
  'data/a': 'a',
  'manifest-sha256.txt': `${A}  data/a\n`,
  ...files,
});

/** The codes and paths of the findings. */
export const found = async (
  files: BagContent,
  options?: BagValidation,
): Promise<Record<'problems' | 'warnings', string[]>> => {
  const { problems, warnings } = await validateBag(memoryBag(files), options);
  const rows = (all: typeof problems | typeof warnings): string[] => all.map(({ code, path }) => `${code} ${path}`);
  return { problems: rows(problems), warnings: rows(warnings) };
};
export const problemsOf = async (files: BagContent): Promise<string[]> => (await found(files)).problems;
export const FINE = { problems: [], warnings: [] };
