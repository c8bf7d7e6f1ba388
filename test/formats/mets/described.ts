import type { DescribedDirectory, DescribedFile, DescribedMets } from '../../../formats/mets/model/described-mets.js';
import type { MetadataEntry } from '../../../formats/metadata/entries.js';
import { small } from './small-mets.js';
import { describeMets } from '../../support/mets-in-bytes.js';

export const described = (parts: Parameters<typeof small>[0]): DescribedMets => describeMets(small(parts));

export const fileAt = (mets: DescribedMets, path: string): DescribedFile => {
  const file = mets.filesByPath.get(path);
  if (file === undefined) throw new Error(`no file ${path}`);
  return file;
};

export const directoryAt = (mets: DescribedMets, path: string): DescribedDirectory => {
  const directory = mets.directoriesByPath.get(path);
  if (directory === undefined) throw new Error(`no directory ${path}`);
  return directory;
};

/** The entries of one kind. */
export const entriesOf = <Type extends MetadataEntry['type']>(
  { metadata }: Pick<DescribedFile, 'metadata'>,
  type: Type,
): Extract<MetadataEntry, { type: Type }>[] =>
  metadata.filter((entry): entry is Extract<MetadataEntry, { type: Type }> => entry.type === type);
