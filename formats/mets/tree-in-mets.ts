import { entriesOfType } from '../metadata/entries-of-type.js';
import { describeMets } from './describe-mets.js';
import type { FileInMets } from './files-in-mets.js';
import type { DescribedDirectory, DescribedFile } from './model/described-mets.js';
import type { MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

/** Own and effective access, rights and record identifiers. */
type Terms = Pick<DescribedFile, 'own' | 'effective'>;

export interface FolderInTree extends Terms {
  /** Relative to the METS root. */
  readonly path: string;
  readonly name: string;
}

/** What a METS says of its files and folders, as a tree shows it. */
export interface TreeInMets {
  readonly files: readonly (FileInMets & FolderInTree)[];
  /** Each before those in it. */
  readonly folders: readonly FolderInTree[];
}

/** What a tree shows of a METS. Throws MetsFault. */
export const treeInMets = (sections: MetsToRead, options: MetsReadOptions): TreeInMets => {
  const { root, files } = describeMets(sections, options);
  return { files: files.map(fileOf), folders: [...foldersIn(root)] };
};

const fileOf = (file: DescribedFile): TreeInMets['files'][number] => {
  const { localPath: path, name, contentType, format, originalName, own, effective } = file;
  const [scan] = entriesOfType(file.metadata, 'VirusScanMetadata');
  const virus = scan === undefined ? null : { found: scan.hasVirus, name: scan.hasVirus ? scan.virusFound : null };
  return { path, name, contentType, format, originalName, virus, own, effective };
};

function* foldersIn({
  localPath: path,
  name,
  own,
  effective,
  directories,
}: DescribedDirectory): Generator<FolderInTree> {
  yield { path, name, own, effective };
  for (const inner of directories) yield* foldersIn(inner);
}
