import type { OwnTerms, Terms } from '../model/described-mets.js';
import type { MetsDirectory, MetsFile } from '../model/mets.js';
import { parentOf } from '../../paths/repository-path.js';
import { locationRules, type MetsReadOptions } from '../structure/read-mets.js';
import type { MetsToRead } from '../structure/read-sections.js';
import { structuralLinksIn } from '../structure/structural-links.js';
import { walkFiles, type FileSource, type Walked } from '../structure/walk-files.js';
import { termsOfRoot } from './collect-descriptions.js';
import { fileTerms, inheritedTerms } from './effective-terms.js';
import { fileResolver } from './file-resolver.js';
import { commonTerms, rangesByFile } from './linked-ranges.js';
import { logicalStructuresOf, onlyRange, rangesNamingWhole, type LogicalStructures } from './logical-structure.js';
import { noOwnTerms, noTerms, termsOf, termsOfFile } from './terms.js';
import type { Spend } from './text-budget.js';

/** Access, rights and record identifiers: own ones, and those after inheritance. */
export interface TreeTerms {
  readonly own: OwnTerms;
  readonly effective: Terms;
}

/** A folder of a METS with its terms. */
export interface FolderOfTree extends TreeTerms {
  /** Relative to the METS root. */
  readonly path: string;
  readonly name: string;
}

/** The folders and files of a METS, with their terms. */
export interface WalkedTree<Said> {
  /** Each before those in it, with the root at ''. */
  readonly folders: ReadonlyMap<string, FolderOfTree>;
  /** In the order of the physical structure. */
  readonly files: readonly (Said & TreeTerms)[];
  /** Of the files, in their order. */
  readonly paths: readonly string[];
  readonly logical: Pick<LogicalStructures, 'roots'>;
}

/**
 * Walks the files of a METS and holds of each what is `said` of it, and its terms. Spends the text of the terms. Throws
 * MetsFault.
 */
export const walkTree = <Said extends object>(
  sections: MetsToRead,
  options: MetsReadOptions,
  { said, spend }: { readonly said: (file: MetsFile, source: FileSource) => Said; readonly spend: Spend },
): WalkedTree<Said> => {
  const files: (Said & { own: OwnTerms; effective: Terms })[] = [];
  const paths: string[] = [];
  const pathsOfOthers = new Map<string, string>();
  const walked = walkFiles(sections, locationRules(sections, options), {
    takeFile(file, source) {
      const own = termsOfFile(sections, source);
      spend(own);
      paths.push(file.localPath);
      files.push({ ...said(file, source), own, effective: noTerms });
    },
    takeAgain: ({ fileId, localPath }) => pathsOfOthers.set(fileId, localPath),
  });
  const folders = foldersOf(sections, walked);
  const filesOf = fileResolver(sections, filesById(paths, walked, pathsOfOthers));
  const logical = logicalStructuresOf(sections, filesOf, folders.get('')?.effective ?? noTerms);
  const naming = rangesNamingWhole(logical);
  const linking = rangesByFile(sections, filesOf, structuralLinksIn(sections.mets), logical);
  for (const [index, file] of files.entries()) {
    const path = paths[index] ?? '';
    const ranges = { naming: onlyRange(naming.get(path)), linking: commonTerms(linking.get(path)) };
    file.effective = fileTerms(file.own, folders.get(parentOf(path) ?? '')?.effective ?? noTerms, ranges);
    spend(file.effective);
  }
  return { folders, files, paths, logical };
};

const foldersOf = (
  sections: MetsToRead,
  { tree, directorySources, rootSources }: Walked,
): Map<string, FolderOfTree> => {
  const folders = new Map<string, FolderOfTree>();
  const ownOf = (path: string): OwnTerms => {
    const div = directorySources.get(path);
    if (div !== undefined) return termsOf(sections, div);
    return path === '' ? termsOfRoot(sections, { rootSources }) : noOwnTerms;
  };
  const add = ({ localPath: path, name, directories }: MetsDirectory, above: Terms): void => {
    const own = ownOf(path);
    const effective = inheritedTerms(own, above);
    folders.set(path, { path, name, own, effective });
    for (const inner of directories) add(inner, effective);
  };
  add(tree.root, noTerms);
  return folders;
};

/** The files by their IDs; collected when the first one is looked for, since few METS have a logical structure. */
const filesById = (
  paths: readonly string[],
  { sourceOf }: Walked,
  pathsOfOthers: ReadonlyMap<string, string>,
): Parameters<typeof fileResolver>[1] => {
  const collected = (): Map<string, Pick<MetsFile, 'localPath'>> => {
    const byId = new Map([...pathsOfOthers].map(([id, localPath]) => [id, { localPath }]));
    for (const [index, localPath] of paths.entries())
      byId.set(sourceOf(index).file.attribute('ID') ?? '', { localPath });
    byId.delete('');
    return byId;
  };
  let known: ReturnType<typeof collected> | null = null;
  return { get: (id) => (known ??= collected()).get(id) };
};
