import { digestBytes, type SizeAndDigest } from '../digests/digested.js';
import { orFailure } from './mets-failure.js';
import type { Mets, MetsDirectory, MetsFile } from './model/mets.js';
import { readMets, type MetsReadOptions } from './structure/read-mets.js';

/** The parts of a METS that are compared with the content; digest and size are those of the METS. */
export interface MetsOutline extends SizeAndDigest {
  /** The title. */
  readonly name: string | null;
  readonly files: readonly Pick<MetsFile, 'localPath' | 'name' | 'digest' | 'otherDigest' | 'size' | 'contentType'>[];
  /** Without the root. */
  readonly folders: readonly Pick<MetsDirectory, 'localPath' | 'name'>[];
}

/** Reads the METS of any producer. Answers a failure for an invalid document. */
export const outlineMets = orFailure((bytes, { agents, present }: MetsReadOptions): MetsOutline => ({
  ...outlineOf(readMets(bytes, agents, present)),
  ...digestBytes(bytes),
}));

/** What is compared of a METS that was read. */
export const outlineOf = ({ name, files, directoriesByPath }: Mets): Omit<MetsOutline, keyof SizeAndDigest> => {
  const folders = [...directoriesByPath.values()].filter(({ localPath }) => localPath !== '');
  return {
    name,
    files: files.map((file) => {
      const { localPath, digest, otherDigest, size, contentType } = file;
      return { localPath, name: file.name, digest, otherDigest, size, contentType };
    }),
    folders: folders.map((folder) => ({ localPath: folder.localPath, name: folder.name })),
  };
};
