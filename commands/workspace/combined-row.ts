import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { entriesOfType } from '../../formats/metadata/entries-of-type.js';
import type { ComparedFile } from '../../formats/mets/compared-mets.js';
import type { TreeTerms } from '../../formats/mets/description/walk-tree.js';
import { noOwnTerms, noTerms } from '../../formats/mets/description/terms.js';
import {
  indexFolders,
  type FolderIndex,
  type IndexedFile,
  type ItemToIndex,
} from '../../formats/paths/folder-index.js';
import { isBelow, lastName } from '../../formats/paths/repository-path.js';
import type { SlicedWork } from '../../flow/slices.js';
import type { CombinedFile, Whereabouts } from './combined-tree.js';
import type { ComparedFolder } from './combine-deposit.js';
import type { FileFacts } from './file-facts.js';
import type { Mismatch } from './mismatch.js';

/**
 * What can be said of a file of a deposit, the worst first. A file may be in several. Formats and scans are asked of the
 * content alone, which is below `objects/`.
 */
export const COMBINED_STATES = [
  'infected',
  'digest-differs',
  'differs',
  'not-in-workspace',
  'not-recorded',
  'not-identified',
  'not-scanned',
  'not-preserved',
  'recorded',
] as const;
type RowState = (typeof COMBINED_STATES)[number];

/** A file of a deposit, without what only its own page shows. */
export interface CombinedRow extends IndexedFile {
  readonly whereabouts: Whereabouts;
  /** Lower-case hex; `isClaimed` where only a bag's manifest says it. Null for a file that is not in the workspace. */
  readonly inWorkspace: {
    /** In the deposit: the payload of a bag is below `data/`. */
    readonly path: string;
    readonly size: number;
    readonly digest: string | null;
    readonly isClaimed: boolean;
    readonly modified: Date;
  } | null;
  /** Null for a file that the METS does not list. */
  readonly inMets: { readonly size: number | null; readonly digest: string | null } | null;
  readonly contentType: string | null;
  readonly format: { readonly name: string | null; readonly key: string } | null;
  /** `name` is the scanner's message, null for a clean file; null where no scan is known. */
  readonly virus: { readonly found: boolean; readonly name: string | null } | null;
  readonly mismatches: readonly Mismatch[];
  readonly terms: TreeTerms;
}

/** What is known of a folder of a deposit besides its content. */
export interface CombinedFolderDetail {
  readonly whereabouts: Whereabouts;
  readonly terms: TreeTerms;
}

export type CombinedIndex = FolderIndex<CombinedRow, CombinedFolderDetail>;

/**
 * Indexes a deposit, so that a folder of it can be listed alone. Holds nothing of what the tree was made of. Tells of each file
 * that was compared.
 */
export const indexCombined = (root: ComparedFolder, onCompared: () => void): SlicedWork<CombinedIndex> =>
  indexFolders(itemsOf(root, onCompared), {
    states: COMBINED_STATES.length,
    folderOf: ({ path }) => (path.startsWith('../') ? '' : path.slice(0, Math.max(0, path.lastIndexOf('/')))),
  });

function* itemsOf(
  folder: ComparedFolder,
  onCompared: () => void,
): Generator<ItemToIndex<CombinedRow, CombinedFolderDetail>> {
  const { localPath: path, inDeposit, inMets, whereabouts } = folder;
  const name = inMets?.name ?? inDeposit?.name ?? lastName(path);
  yield { folder: { path, name, detail: { whereabouts, terms: termsOf(inMets) } } };
  for (const file of folder.files()) {
    onCompared();
    yield { file: rowOf(file) };
  }
  for (const inner of folder.folders()) yield* itemsOf(inner, onCompared);
}

const noTreeTerms: TreeTerms = { own: noOwnTerms, effective: noTerms };
const termsOf = (described: TreeTerms | null): TreeTerms =>
  described === null ? noTreeTerms : { own: described.own, effective: described.effective };

const nameOf = ({ localPath, inDeposit, inMets }: CombinedFile<ComparedFile>): string =>
  inMets?.file.name ?? inDeposit?.file.name ?? lastName(localPath);

const rowOf = (file: CombinedFile<ComparedFile>): CombinedRow => {
  const { localPath: path, inDeposit, inMets, mismatches, whereabouts } = file;
  const inWorkspace = storedIn(file);
  const described = inMets === null ? null : { size: inMets.file.size, digest: inMets.file.digest };
  const facts = [inDeposit?.facts, inMets?.facts].filter((each) => each !== undefined);
  const known = { format: formatOf(facts), virus: virusOf(facts) };
  return {
    path,
    name: nameOf(file),
    size: (inWorkspace ?? described)?.size ?? null,
    states: statesOf(file, known),
    whereabouts,
    inWorkspace,
    inMets: described,
    contentType: firstOf(facts, ({ contentTypes: { best, candidates } }) => best ?? candidates[0] ?? null),
    ...known,
    mismatches,
    terms: termsOf(inMets?.file ?? null),
  };
};

const storedIn = ({ inDeposit, localPath }: CombinedFile<ComparedFile>): CombinedRow['inWorkspace'] => {
  if (inDeposit === null) return null;
  const { file, toolMetadata } = inDeposit;
  const { size, modified, sha256 } = file;
  const digest = sha256 ?? claimedDigest(toolMetadata);
  const path = file.path === localPath ? localPath : file.path; // one string is kept, where both are the same
  return { path, size, digest, isClaimed: sha256 === null && digest !== null, modified };
};

const claimedDigest = (toolMetadata: readonly MetadataEntry[]): string | null =>
  entriesOfType(toolMetadata, 'DigestMetadata')[0]?.digest ?? null;

/** What the workspace says, else what the METS does. */
const firstOf = <T>(facts: readonly FileFacts[], ask: (facts: FileFacts) => T | null): T | null => {
  for (const each of facts) {
    const found = ask(each);
    if (found !== null) return found;
  }
  return null;
};

const formatOf = (facts: readonly FileFacts[]): CombinedRow['format'] =>
  firstOf(facts, ({ format, pronomKeys }) => {
    const key = format?.pronomKey ?? pronomKeys[0];
    return key === undefined || key === 'UNKNOWN' ? null : { name: format?.formatName ?? null, key };
  });

/** A virus that either names, else the newest scan of the workspace, else that of the METS. */
const virusOf = (facts: readonly FileFacts[]): CombinedRow['virus'] => {
  const scans = facts.flatMap(({ virusScan }) => (virusScan === null ? [] : [virusScan]));
  const scan = scans.find(({ hasVirus }) => hasVirus) ?? scans[0];
  return scan === undefined ? null : { found: scan.hasVirus, name: scan.hasVirus ? scan.virusFound : null };
};

const statesOf = (
  { localPath, whereabouts, mismatches }: CombinedFile<ComparedFile>,
  { format, virus }: Pick<CombinedRow, 'format' | 'virus'>,
): number => {
  const isContent = isBelow(localPath, 'objects');
  const holds: Readonly<Record<RowState, boolean>> = {
    infected: virus?.found === true,
    'digest-differs': mismatches.some(({ field }) => field === 'Digest'),
    differs: mismatches.length > 0,
    'not-in-workspace': whereabouts === 'Mets',
    'not-recorded': whereabouts === 'Deposit',
    'not-identified': isContent && format === null,
    'not-scanned': isContent && virus === null,
    'not-preserved': whereabouts === 'Extra',
    recorded: whereabouts === 'Both',
  };
  return COMBINED_STATES.reduce((bits, state, index) => (holds[state] ? bits | (1 << index) : bits), 0);
};
