import { lastName, parentOf, pathLengthViolation } from '../../paths/repository-path.js';
import { MetsFault } from '../fault.js';
import type { MetsDirectory, MetsFile } from '../mets.js';

/** A directory while the tree grows. */
interface GrowingDirectory extends MetsDirectory {
  name: string;
  divId: string | null;
  admId: string | null;
  originalName: string | null;
  storageLocation: string | null;
  readonly directories: GrowingDirectory[];
  readonly files: MetsFile[];
}

/** What a div says of its directory. */
export type DeclaredDirectory = Pick<
  MetsDirectory,
  'localPath' | 'name' | 'divId' | 'admId' | 'originalName' | 'storageLocation'
>;

/**
 * The directories of a physical structure. Some are declared by a div that tells their path; all others are inferred
 * from the paths of files, and named by the labels of the divs around the file (companion 6.3).
 */
export class DirectoryTree {
  readonly root = growing('', '__ROOT');
  readonly byPath = new Map<string, GrowingDirectory>([['', this.root]]);
  readonly #declared = new Set<string>();
  readonly #labels: string[] = [];
  #room = ROOM;

  /** Runs `inside` with a label at hand for a directory whose path is still to be learned from a file. */
  labelled(label: string, inside: () => void): void {
    const before = this.#labels.length;
    this.#labels.push(label);
    inside();
    this.#labels.length = Math.min(this.#labels.length, before); // a label names what is inside its div only
  }

  /**
   * Of two divs that claim one path, the one inside the parent directory's own div is right, else the first. Whether
   * this one is taken.
   */
  declare(directory: DeclaredDirectory, insideParent: boolean): boolean {
    const { localPath, ...described } = directory;
    if (this.#declared.has(localPath) && !insideParent) return false;
    this.#declared.add(localPath);
    const known = this.byPath.get(localPath) ?? this.#add(growing(localPath, described.name));
    Object.assign(known, described);
    return true;
  }

  addFile(file: MetsFile): void {
    this.#ensure(parentOf(file.localPath) ?? '').files.push(file);
  }

  #ensure(path: string): GrowingDirectory {
    const known = this.byPath.get(path);
    if (known !== undefined) return known;
    // The innermost label belongs to the deepest directory, so a directory takes its label before its parent does.
    return this.#add(growing(path, this.#labels.pop() ?? lastName(path)));
  }

  #add(directory: GrowingDirectory): GrowingDirectory {
    this.#room -= directory.localPath.length + 100;
    if (this.#room < 0 || pathLengthViolation(directory.localPath) !== null)
      throw new MetsFault('mets-path-invalid', 'The METS has a folder that is nested too deeply, or too many of them.');
    this.byPath.set(directory.localPath, directory);
    this.#ensure(parentOf(directory.localPath) ?? '').directories.push(directory);
    return directory;
  }
}

/** Characters for the paths of all folders together, each with what it takes itself. */
const ROOM = 64_000_000;

const growing = (localPath: string, name: string): GrowingDirectory => ({
  localPath,
  name,
  divId: null,
  admId: null,
  originalName: null,
  storageLocation: null,
  directories: [],
  files: [],
});
