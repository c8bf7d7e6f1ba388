import type { SizeAndDigest } from '../../formats/digests/digested.js';
import type { DescribedMets, LogicalRange, RangeFile } from '../../formats/mets/model/described-mets.js';
import { metsAsFile } from '../../formats/mets/description/mets-as-file.js';
import { moment } from './moment.js';
import { renderDescribedDirectory, renderDescribedFile, renderTerms } from './described-entry.js';

/** Where a METS is stored, and its own file where that is listed with the others. */
export interface MetsSurroundings {
  readonly rootUri: string;
  readonly metsUri: string;
  /** Quotation marks included; null where it is not shown. */
  readonly etag: string | null;
  readonly self: {
    /** Relative to the root of the METS. */
    readonly localPath: string;
  } | null;
  /** When the METS file was last modified (RFC 3339), which is used for everything that it describes. */
  readonly modified: string;
  /** Absent where it is not shown. */
  readonly lastChange?: MetsChange;
}

/** How a METS came to be as it is: by an edit, with the deposit, or by an upload. */
export interface MetsChange {
  readonly change: 'edited' | 'opened' | 'uploaded';
  /** RFC 3339. */
  readonly at: string;
  /** The URI of an agent; null where it is not known. */
  readonly by: string | null;
  /** Of the platform that edited it; null for the program that the METS names. */
  readonly program: string | null;
  /** How many paths an edit added, updated and removed. */
  readonly recorded?: number;
  readonly removed?: number;
}

/** A change by nobody that the deposit recorded is shown with the program that the METS names. */
export const renderMetsChange = (change: MetsChange, agent: string | null): object => ({
  ...change,
  at: moment(change.at),
  program: change.program ?? agent,
});

/** A parsed METS (preservation 2.14), in the order of companion 2.15; lists are lazy. */
export const renderParsedMets = (
  mets: DescribedMets,
  { rootUri, metsUri, etag, self, modified, lastChange }: MetsSurroundings,
  bytes: SizeAndDigest,
): object => {
  const own = self === null ? null : renderDescribedFile(metsAsFile(self.localPath, bytes), modified);
  const appended = own === null || self === null || mets.filesByPath.has(self.localPath) ? [] : [own];
  return {
    name: mets.name,
    rootUri,
    metsUri,
    self: own,
    physicalStructure: renderDescribedDirectory(mets.root, modified, appended),
    files: function* () {
      for (const file of mets.files) yield renderDescribedFile(file, modified);
      yield* appended;
    },
    xDocument: null,
    eTag: etag,
    agent: mets.agent,
    editable: mets.editable,
    logicalStructures: () => mets.logicalStructures.map(renderRange),
    ...(lastChange === undefined ? {} : { lastChange: renderMetsChange(lastChange, mets.agent) }),
    ...faultsOf(mets),
  };
};

/** Faults of the METS; empty lists are left out. */
const faultsOf = ({ duplicateIds, danglingFileIds, unlocatedFileIds }: DescribedMets): object =>
  Object.fromEntries(
    Object.entries({ duplicateIds, danglingFileIds, unlocatedFileIds }).filter(([, ids]) => ids.length > 0),
  );

const renderRange = (range: LogicalRange): object => {
  const { access, others } = renderTerms(range);
  return {
    id: range.id,
    type: range.type,
    name: range.name,
    ...(range.id === '' ? {} : { metsExtensions: { divId: range.id } }),
    ...access,
    ...others,
    ranges: () => range.ranges.map(renderRange),
    files: () => range.files.map(renderRangeFile),
  };
};

const renderRangeFile = ({ localPath, region, beginTime, endTime }: RangeFile): object => ({
  localPath,
  region,
  beginTime,
  endTime,
});
