import type { DescribedDirectory, DescribedFile, DescribedMets, Terms } from '../model/described-mets.js';
import { noTerms } from './terms.js';
import type { Mets, MetsDirectory, MetsFile } from '../model/mets.js';

/** Describes each entry; `above` are the effective terms of its folder. */
export interface Descriptions {
  ofDirectory(directory: MetsDirectory, above: Terms): Omit<DescribedDirectory, keyof MetsDirectory>;
  ofFile(file: MetsFile, above: Terms): Omit<DescribedFile, keyof MetsFile>;
}

type Tree = Pick<Mets, 'root' | 'files' | 'filesById'>;
type DescribedTree = Pick<DescribedMets, 'root' | 'files' | 'filesByPath' | 'filesById' | 'directoriesByPath'>;

/** The tree with the descriptions of its files and folders. */
export const describedTree = ({ root, files, filesById }: Tree, describe: Descriptions): DescribedTree => {
  const filesByPath = new Map<string, DescribedFile>();
  const directoriesByPath = new Map<string, DescribedDirectory>();

  const describeDirectory = (directory: MetsDirectory, above: Terms): DescribedDirectory => {
    const description = describe.ofDirectory(directory, above);
    const described = {
      ...directory,
      ...description,
      directories: directory.directories.map((each) => describeDirectory(each, description.effective)),
      files: directory.files.map((file) => {
        const describedFile = { ...file, ...describe.ofFile(file, description.effective) };
        filesByPath.set(file.localPath, describedFile);
        return describedFile;
      }),
    };
    directoriesByPath.set(directory.localPath, described);
    return described;
  };

  const describedRoot = describeDirectory(root, noTerms);
  const described = ({ localPath }: MetsFile): DescribedFile[] => {
    const found = filesByPath.get(localPath);
    return found === undefined ? [] : [found];
  };
  return {
    root: describedRoot,
    files: files.flatMap(described),
    filesByPath,
    filesById: new Map([...filesById].flatMap(([id, file]) => described(file).map((each) => [id, each] as const))),
    directoriesByPath,
  };
};
