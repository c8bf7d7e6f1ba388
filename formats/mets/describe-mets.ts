import { digestBytes, type Digested } from '../digests/digested.js';
import { parseXml } from '../xml/parse.js';
import type { XmlDocument } from '../xml/tree.js';
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
import { meantFiles } from './description/meant-files.js';
import { orFailure } from './mets-failure.js';
import { metsOf } from './read-mets.js';
import { findSections, type MetsSections } from './structure/sections.js';
import { structuralLinksIn } from './structure/structural-links.js';
import { textBudget } from './description/text-budget.js';
import { noOwnTerms, noTerms, saysNothing, termsOf, termsOfFile } from './description/terms.js';

/**
 * Reads all that a METS says (companion 6), which takes several times what `readMets` does. Throws XmlFault or
 * MetsFault; nothing else, whatever the bytes.
 */
export const describeMets = (bytes: Uint8Array, agents: MetsAgents = defaultAgents): DescribedMets =>
  describeMetsDocument(parseXml(bytes), agents);

/** All that a METS says of files and folders; digest and size are its own. */
export interface WholeDescription extends Digested {
  readonly root: DescribedDirectory;
}

/** Describes anyone's METS. Never throws for a document at fault. */
export const wholeDescription = orFailure((bytes, { agents }: { readonly agents: MetsAgents }): WholeDescription => ({
  root: describeMets(bytes, agents).root,
  ...digestBytes(bytes),
}));

/** As `describeMets`, of a document that is parsed already. Throws MetsFault. */
export const describeMetsDocument = (document: XmlDocument, agents: MetsAgents = defaultAgents): DescribedMets => {
  const sections = findSections(document);
  const structure = walkPhysical(sections);
  const { filesById, filesByPath, directorySources } = structure;
  const ofRoot = termsOfRoot(sections, structure);
  const meant = meantFiles(sections, filesById);
  const logical = logicalStructuresOf(sections, meant, inheritedTerms(ofRoot, noTerms));
  const naming = rangesNamingWhole(logical);
  const stated = structuralLinksIn(sections.mets);
  const uses = groupUsesIn(sections.mets);
  const linking = rangesByFile(sections, meant, stated, logical);
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

/** What the first of the divs that may speak for the root has to say. */
const termsOfRoot = (sections: MetsSections, { rootSources }: PhysicalStructure): OwnTerms => {
  for (const div of rootSources) {
    const terms = termsOf(sections, div);
    if (!saysNothing(terms)) return terms;
  }
  return noOwnTerms;
};

const ownOfUndeclared = (localPath: string, ofRoot: OwnTerms): OwnTerms => (localPath === '' ? ofRoot : noOwnTerms);
