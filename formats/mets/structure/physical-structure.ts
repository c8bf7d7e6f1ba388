import { NumberColumn } from '../../compact/number-column.js';
import type { Mets, MetsFile } from '../model/mets.js';
import type { LocationRules } from './file-location.js';
import type { MetsToRead } from './read-sections.js';
import { walkFiles, type FileSource, type Walked } from './walk-files.js';

/** The files and folders of a METS, and the elements that describe them. */
export interface PhysicalStructure
  extends Pick<Mets, 'root' | 'files' | 'filesByPath' | 'filesById' | 'directoriesByPath'>, Omit<Walked, 'tree'> {
  /** Of the file at an index. */
  readonly sourceOf: (index: number) => FileSource;
}

/** Walks the physical structMap (companion 6.3). Throws MetsFault. */
export const walkPhysical = (sections: MetsToRead, locations: LocationRules): PhysicalStructure => {
  const files: MetsFile[] = [];
  const filesByPath = new Map<string, MetsFile>();
  const filesById = new Map<string, MetsFile>();
  const divs = new NumberColumn();
  const elements = new NumberColumn();
  const { tree, ...walked } = walkFiles(sections, locations, {
    takeFile(file, source) {
      files.push(file);
      filesByPath.set(file.localPath, file);
      if (file.fileId !== '') filesById.set(file.fileId, file);
      divs.push(source.div?.at ?? NO_DIV);
      elements.push(source.file.at);
    },
    takeAgain({ fileId, localPath }) {
      const known = filesByPath.get(localPath);
      if (known !== undefined && fileId !== '') filesById.set(fileId, known);
    },
  });
  for (const file of files) tree.addFile(file);
  const sourceOf = (index: number): FileSource => {
    const div = divs.get(index);
    return { div: div === NO_DIV ? null : sections.elementAt(div), file: sections.elementAt(elements.get(index)) };
  };
  return { ...walked, root: tree.root, directoriesByPath: tree.byPath, files, filesByPath, filesById, sourceOf };
};

const NO_DIV = -1;
