import type { SizeAndDigest } from '../digests/digested.js';
import type { MetsDirectory, MetsFile } from './model/mets.js';
import { readMets, type MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

/** The parts of a METS that are compared with the content; digest and size are those of the METS. */
export interface MetsOutline extends SizeAndDigest {
  /** The title. */
  readonly name: string | null;
  readonly files: readonly Pick<MetsFile, 'localPath' | 'name' | 'digest' | 'otherDigest' | 'size' | 'contentType'>[];
  /** Without the root. */
  readonly folders: readonly Pick<MetsDirectory, 'localPath' | 'name'>[];
}

/** Outlines the METS of any producer. Throws MetsFault. */
export const outlineMets = (sections: MetsToRead & SizeAndDigest, options: MetsReadOptions): MetsOutline => {
  const { size, sha256 } = sections;
  const { name, files, directoriesByPath } = readMets(sections, options);
  const folders = [...directoriesByPath.values()].filter(({ localPath }) => localPath !== '');
  return {
    size,
    sha256,
    name,
    files: files.map((file) => {
      const { localPath, digest, otherDigest, contentType } = file;
      return { localPath, name: file.name, digest, otherDigest, size: file.size, contentType };
    }),
    folders: folders.map((folder) => ({ localPath: folder.localPath, name: folder.name })),
  };
};
