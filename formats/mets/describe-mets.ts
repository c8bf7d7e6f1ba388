import type { SizeAndDigest } from '../digests/digested.js';
import { collectDescriptions, type CollectedDescriptions } from './description/collect-descriptions.js';
import { summariseContent, type ContentSummary } from './description/content-summary.js';
import type { DescribedDirectory, DescribedMets, LogicalRange } from './model/described-mets.js';
import { describedTree } from './description/described-tree.js';
import { inheritedTerms, fileTerms } from './description/effective-terms.js';
import { commonTerms } from './description/linked-ranges.js';
import { onlyRange } from './description/logical-structure.js';
import { noOwnTerms } from './description/terms.js';
import { textBudget, type Spend } from './description/text-budget.js';
import { createdOf } from './structure/heading.js';
import type { MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

/**
 * Reads a METS with its metadata, terms and logical structures (companion 6); several times slower than `readMets`.
 * Throws MetsFault.
 */
export const describeMets = (sections: MetsToRead, options: MetsReadOptions): DescribedMets => {
  const spend = textBudget();
  return described(collectDescriptions(sections, options, spend), spend);
};

/** What a METS says of itself, and how much of the rest it has; digest and size are its own. */
export interface MetsSummary extends SizeAndDigest, ContentSummary, Pick<DescribedMets, 'name' | 'agent' | 'editable'> {
  /** When it says that it was begun; null where it does not, or in no time that can be read. */
  readonly created: Date | null;
  /** Without the METS itself. */
  readonly files: number;
  /** How many of the files have no SHA-256. */
  readonly withoutDigest: number;
  readonly logicalStructures: number;
  /** In all structures, with those at their tops. */
  readonly ranges: number;
}

/** The files and folders of a METS with all their metadata. */
export interface WholeDescription {
  readonly root: DescribedDirectory;
  readonly summary: MetsSummary;
}

/** The number of ranges, with those in them. */
export const rangesIn = (ranges: readonly LogicalRange[]): number =>
  ranges.reduce((sum, range) => sum + 1 + rangesIn(range.ranges), 0);

const summaryOf = (
  { name, agent, editable, files, directoriesByPath, logicalStructures }: DescribedMets,
  own: SizeAndDigest & Pick<MetsSummary, 'created'>,
): MetsSummary => ({
  ...{ name, agent, editable, ...own },
  ...summariseContent(
    files,
    [...directoriesByPath].map(([path, { own: terms }]) => ({ path, own: terms })),
  ),
  files: files.length,
  withoutDigest: files.filter(({ digest }) => digest === null).length,
  logicalStructures: logicalStructures.length,
  ranges: rangesIn(logicalStructures),
});

/** Describes the METS of any producer. Throws MetsFault. */
export const wholeDescription = (sections: MetsToRead & SizeAndDigest, options: MetsReadOptions): WholeDescription => {
  const mets = describeMets(sections, options);
  return {
    root: mets.root,
    summary: summaryOf(mets, { size: sections.size, sha256: sections.sha256, created: createdOf(sections) }),
  };
};

const described = (collected: CollectedDescriptions, spend: Spend): DescribedMets => {
  const { mets, ofDirectory, ofFile, links, naming, linking, logicalStructures } = collected;
  const tree = describedTree(mets, {
    ofDirectory({ localPath }, parent) {
      const { own, metadata } = ofDirectory.get(localPath) ?? UNDESCRIBED;
      return { own, effective: inheritedTerms(own, parent), metadata };
    },
    ofFile({ localPath }, folder) {
      const { own, metadata } = ofFile.get(localPath) ?? UNDESCRIBED;
      const ranges = { naming: onlyRange(naming.get(localPath)), linking: commonTerms(linking.get(localPath)) };
      const effective = fileTerms(own, folder, ranges);
      spend(effective);
      return { own, effective, metadata, links: links.get(localPath) ?? [] };
    },
  });
  return { ...mets, ...tree, logicalStructures };
};

const UNDESCRIBED = { own: noOwnTerms, metadata: [] } as const;
