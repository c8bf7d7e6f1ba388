import type { Mets } from '../model/mets.js';
import { physicalOf, metsOf, type MetsReadOptions } from '../structure/read-mets.js';
import { groupUsesIn } from '../structure/file-groups.js';
import type { PhysicalStructure } from '../structure/physical-structure.js';
import type { MetsToRead } from '../structure/read-sections.js';
import { structuralLinksIn } from '../structure/structural-links.js';
import type { DescribedDirectory, DescribedFile, FileLink, LogicalRange, OwnTerms } from '../model/described-mets.js';
import { inheritedTerms } from './effective-terms.js';
import { fileLinksOf } from './file-links.js';
import { metadataReader, storageEntry } from './file-metadata.js';
import { fileResolver } from './file-resolver.js';
import { appendLinkedFiles, rangesByFile, type RangesByFile } from './linked-ranges.js';
import { logicalStructuresOf, rangesNamingWhole } from './logical-structure.js';
import { isEmpty, noOwnTerms, noTerms, termsOf, termsOfFile } from './terms.js';
import type { Spend } from './text-budget.js';

/**
 * What a METS says of its files and folders, by their paths, before terms are inherited. Holds none of its elements and
 * no function that does, so that their memory may go.
 */
export interface CollectedDescriptions {
  readonly mets: Mets;
  readonly ofDirectory: ReadonlyMap<string, Pick<DescribedDirectory, 'own' | 'metadata'>>;
  readonly ofFile: ReadonlyMap<string, Pick<DescribedFile, 'own' | 'metadata'>>;
  /** Of files that have any. */
  readonly links: ReadonlyMap<string, readonly FileLink[]>;
  readonly logicalStructures: readonly LogicalRange[];
  /** The ranges that point to a whole file. */
  readonly naming: ReadonlyMap<string, ReadonlySet<LogicalRange>>;
  /** The ranges that link to the div of a file. */
  readonly linking: RangesByFile;
}

/** Collects the descriptions, and spends their text. Throws MetsFault. */
export const collectDescriptions = (
  sections: MetsToRead,
  reading: MetsReadOptions,
  spend: Spend,
): CollectedDescriptions => {
  const structure = physicalOf(sections, reading);
  const { filesById, filesByPath } = structure;
  const ofRoot = termsOfRoot(sections, structure);
  const filesOf = fileResolver(sections, filesById);
  const logical = logicalStructuresOf(sections, filesOf, inheritedTerms(ofRoot, noTerms));
  const stated = structuralLinksIn(sections.mets);
  const uses = groupUsesIn(sections.mets);
  const naming = rangesNamingWhole(logical);
  const linking = rangesByFile(sections, filesOf, stated, logical);
  appendLinkedFiles(linking, filesByPath, uses);
  return {
    mets: metsOf(sections, structure, reading.agents),
    ofDirectory: describedDirectories(sections, structure, ofRoot),
    ofFile: describedFiles(sections, structure, spend),
    links: fileLinksOf(sections, filesById, stated, uses),
    logicalStructures: logical.roots,
    naming,
    linking,
  };
};

const describedDirectories = (
  sections: MetsToRead,
  { directoriesByPath, directorySources }: PhysicalStructure,
  ofRoot: OwnTerms,
): CollectedDescriptions['ofDirectory'] =>
  new Map(
    [...directoriesByPath].map(([path, directory]) => {
      const div = directorySources.get(path);
      if (div === undefined) return [path, { own: path === '' ? ofRoot : noOwnTerms, metadata: [] }];
      return [path, { own: termsOf(sections, div), metadata: [storageEntry(directory)] }];
    }),
  );

const describedFiles = (
  sections: MetsToRead,
  { files, sourceOf }: PhysicalStructure,
  spend: Spend,
): CollectedDescriptions['ofFile'] => {
  const metadataOf = metadataReader(sections, spend);
  return new Map(
    files.map((file, index) => {
      const source = sourceOf(index);
      const own = termsOfFile(sections, source);
      spend(own);
      return [file.localPath, { own, metadata: metadataOf(file, source) }];
    }),
  );
};

/** The terms of the first root source that has any. */
export const termsOfRoot = (
  sections: MetsToRead,
  { rootSources }: Pick<PhysicalStructure, 'rootSources'>,
): OwnTerms => {
  for (const div of rootSources) {
    const terms = termsOf(sections, div);
    if (!isEmpty(terms)) return terms;
  }
  return noOwnTerms;
};
