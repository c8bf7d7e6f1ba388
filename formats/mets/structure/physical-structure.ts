import type { Mets, MetsFile } from '../model/mets.js';
import type { LocationRules } from './file-location.js';
import type { MetsToRead } from './read-sections.js';
import { walkFiles, type Walked } from './walk-files.js';

/** The files and folders of a METS, and the elements that describe them. */
export interface PhysicalStructure
  extends Pick<Mets, 'root' | 'files' | 'filesByPath' | 'filesById' | 'directoriesByPath'>, Omit<Walked, 'tree'> {}

/** Walks the physical structMap (companion 6.3). Throws MetsFault. */
export const walkPhysical = (sections: MetsToRead, locations: LocationRules): PhysicalStructure => {
  const files: MetsFile[] = [];
  const filesByPath = new Map<string, MetsFile>();
  const filesById = new Map<string, MetsFile>();
  const { tree, ...walked } = walkFiles(sections, locations, {
    takeFile(file) {
      files.push(file);
      filesByPath.set(file.localPath, file);
      if (file.fileId !== '') filesById.set(file.fileId, file);
    },
    takeAgain({ fileId, localPath }) {
      const known = filesByPath.get(localPath);
      if (known !== undefined && fileId !== '') filesById.set(fileId, known);
    },
  });
  for (const file of files) tree.addFile(file);
  return { ...walked, root: tree.root, directoriesByPath: tree.byPath, files, filesByPath, filesById };
};
