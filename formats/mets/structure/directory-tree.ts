import { lastName, parentOf, pathLengthViolation } from '../../paths/repository-path.js';
import { MetsFault } from '../model/fault.js';
import type { MetsDirectory, MetsFile } from '../model/mets.js';

/** A directory while the tree is built. */
interface MutableDirectory extends MetsDirectory {
  name: string;
  divId: string | null;
  admId: string | null;
  originalName: string | null;
  storageLocation: string | null;
  readonly directories: MutableDirectory[];
  readonly files: MetsFile[];
}

/** The values of a directory from its div. */
export type DeclaredDirectory = Pick<
  MetsDirectory,
  'localPath' | 'name' | 'divId' | 'admId' | 'originalName' | 'storageLocation'
>;

/**
 * The directories of a physical structure. Some are declared by a div whose section gives their path; the others are
 * inferred from the paths of files and named by the labels of the divs around the file (companion 6.3).
 */
export class DirectoryTree {
  readonly root = emptyDirectory('', '__ROOT');
  readonly byPath = new Map<string, MutableDirectory>([['', this.root]]);
  readonly #declared = new Set<string>();
  readonly #labels: string[] = [];
  #charactersLeft = MAX_PATH_CHARACTERS;

  /** Runs `inside` with a label for a directory whose path will be inferred from a file. */
  labelled(label: string, inside: () => void): void {
    const before = this.#labels.length;
    this.#labels.push(label);
    inside();
    this.#labels.length = Math.min(this.#labels.length, before); // a label names what is inside its div only
  }

  /**
   * Declares a directory; false where another div keeps the path. Of two divs with one path, the one inside the parent
   * directory's own div is taken, else the first.
   */
  declare(directory: DeclaredDirectory, insideParent: boolean): boolean {
    const { localPath, ...described } = directory;
    if (this.#declared.has(localPath) && !insideParent) return false;
    this.#declared.add(localPath);
    const known = this.byPath.get(localPath) ?? this.#add(emptyDirectory(localPath, described.name));
    Object.assign(known, described);
    return true;
  }

  /** Infers the directories that a file is in. */
  ensureFolderOf(path: string): void {
    this.#ensure(parentOf(path) ?? '');
  }

  addFile(file: MetsFile): void {
    this.#ensure(parentOf(file.localPath) ?? '').files.push(file);
  }

  #ensure(path: string): MutableDirectory {
    return this.byPath.get(path) ?? this.#add(this.#inferred(path));
  }

  /** The innermost label belongs to the deepest directory, so a directory takes its label before its parent does. */
  #inferred(path: string): MutableDirectory {
    return emptyDirectory(path, this.#labels.pop() ?? lastName(path));
  }

  #add(directory: MutableDirectory): MutableDirectory {
    if (pathLengthViolation(directory.localPath) !== null) throw tooDeepOrMany();
    return this.#addWithParents(directory);
  }

  /** The path of a parent is no longer, so that it is not checked. */
  #addWithParents(directory: MutableDirectory): MutableDirectory {
    const { localPath } = directory;
    this.#charactersLeft -= localPath.length + 100;
    if (this.#charactersLeft < 0) throw tooDeepOrMany();
    this.byPath.set(localPath, directory);
    const parent = parentOf(localPath) ?? '';
    const known = this.byPath.get(parent) ?? this.#addWithParents(this.#inferred(parent));
    known.directories.push(directory);
    return directory;
  }
}

const tooDeepOrMany = (): MetsFault =>
  new MetsFault('mets-path-invalid', 'The METS has a folder that is nested too deeply, or too many of them.');

/** Most characters in the paths of all folders together; each folder counts 100 more. */
const MAX_PATH_CHARACTERS = 64_000_000;

const emptyDirectory = (localPath: string, name: string): MutableDirectory => ({
  localPath,
  name,
  divId: null,
  admId: null,
  originalName: null,
  storageLocation: null,
  directories: [],
  files: [],
});
