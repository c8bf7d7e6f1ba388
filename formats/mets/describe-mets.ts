import { digestBytes, type Digested } from '../digests/digested.js';
import { defaultAgents, type MetsAgents } from './agents.js';
import type { DescribedDirectory, DescribedMets, OwnTerms } from './description/described-mets.js';
import { describedTree } from './description/described-tree.js';
import { inheritedTerms, fileTerms } from './description/effective-terms.js';
import { groupUsesIn } from './structure/file-groups.js';
import { fileLinksOf } from './description/file-links.js';
import { metadataReader, storageEntry } from './description/file-metadata.js';
import { appendLinkedFiles, commonTerms, rangesByFile } from './description/linked-ranges.js';
import { logicalStructuresOf, onlyRange, rangesNamingWhole } from './description/logical-structure.js';
import { walkPhysical, type PhysicalStructure } from './structure/physical-structure.js';
import { fileResolver } from './description/file-resolver.js';
import { orFailure } from './mets-failure.js';
import { metsOf } from './read-mets.js';
import { readSections } from './structure/read-sections.js';
import type { MetsSections } from './structure/sections.js';
import { structuralLinksIn } from './structure/structural-links.js';
import { textBudget } from './description/text-budget.js';
import { noOwnTerms, noTerms, isEmpty, termsOf, termsOfFile } from './description/terms.js';

/**
 * Reads a METS with its metadata, terms and logical structures (companion 6); several times slower than `readMets`.
 * Throws only XmlFault and MetsFault.
 */
export const describeMets = (bytes: Uint8Array, agents: MetsAgents = defaultAgents): DescribedMets =>
  describe(readSections(bytes, ['technical', 'exif', 'virusChecks']), agents);

/** The files and folders of a METS with all their metadata; digest and size are those of the METS. */
export interface WholeDescription extends Digested {
  readonly root: DescribedDirectory;
}

/** Describes the METS of any producer. Answers a failure for an invalid document. */
export const wholeDescription = orFailure((bytes, { agents }: { readonly agents: MetsAgents }): WholeDescription => ({
  root: describeMets(bytes, agents).root,
  ...digestBytes(bytes),
}));

const describe = (sections: MetsSections, agents: MetsAgents): DescribedMets => {
  const structure = walkPhysical(sections);
  const { filesById, filesByPath, directorySources } = structure;
  const ofRoot = termsOfRoot(sections, structure);
  const filesOf = fileResolver(sections, filesById);
  const logical = logicalStructuresOf(sections, filesOf, inheritedTerms(ofRoot, noTerms));
  const naming = rangesNamingWhole(logical);
  const stated = structuralLinksIn(sections.mets);
  const uses = groupUsesIn(sections.mets);
  const linking = rangesByFile(sections, filesOf, stated, logical);
  appendLinkedFiles(linking, filesByPath, uses);
  const links = fileLinksOf(sections, filesById, stated, uses);
  const spend = textBudget();
  const metadataOf = metadataReader(sections, spend);

  const tree = describedTree(structure, {
    ofDirectory(directory, parent) {
      const div = directorySources.get(directory.localPath);
      const own = div === undefined ? ownOfUndeclared(directory.localPath, ofRoot) : termsOf(sections, div);
      const metadata = div === undefined ? [] : [storageEntry(directory)];
      return { own, effective: inheritedTerms(own, parent), metadata };
    },
    ofFile(file, folder) {
      const { localPath } = file;
      const source = structure.fileSources.get(localPath);
      const own = source === undefined ? noOwnTerms : termsOfFile(sections, source);
      const ranges = { naming: onlyRange(naming.get(localPath)), linking: commonTerms(linking.get(localPath)) };
      const effective = fileTerms(own, folder, ranges);
      spend(own);
      spend(effective);
      return {
        own,
        effective,
        metadata: metadataOf(file, source),
        links: links.get(localPath) ?? [],
      };
    },
  });
  return { ...metsOf(sections, structure, agents), ...tree, logicalStructures: logical.roots };
};

/** The terms of the first root source that has any. */
const termsOfRoot = (sections: MetsSections, { rootSources }: PhysicalStructure): OwnTerms => {
  for (const div of rootSources) {
    const terms = termsOf(sections, div);
    if (!isEmpty(terms)) return terms;
  }
  return noOwnTerms;
};

const ownOfUndeclared = (localPath: string, ofRoot: OwnTerms): OwnTerms => (localPath === '' ? ofRoot : noOwnTerms);
