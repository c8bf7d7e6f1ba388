import { createReadStream } from 'node:fs';
import { asyncSource } from '../../../../flow/streams/async-source.js';
import { digestLength } from '../../../../formats/bagit/algorithms.js';
import type { BagReport } from '../../../../formats/bagit/bag-report.js';
import type { BagSource } from '../../../../formats/bagit/bag-source.js';
import type { ReadBag } from '../../../../formats/bagit/bag-under-test.js';
import { checkCompleteness } from '../../../../formats/bagit/check-completeness.js';
import { givenDigests, otherDigest } from '../../../../formats/bagit/claims.js';
import { readBag } from '../../../../formats/bagit/read-bag.js';
import { CommandFault } from '../../command-fault.js';
import { BAG, filesInDeposit, OBJECTS } from '../../deposit/sync-plan.js';
import { isExcluded, type Exclusion } from '../../folder/exclusion.js';
import type { FileDigests } from '../../folder/digest-files.js';
import type { LocalFile, LocalFolder } from '../../folder/folder-inspection.js';
import type { PreservableFolder } from '../../folder/preservable-folder.js';
import { countText } from '../../output/amounts.js';
import { listed, shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';

const PAYLOAD = 'data/';
const NAMED = 10;

/** A bag in a folder: what is preserved of it, and what its manifests say. */
export interface BagReading {
  /** The payload as files, without what is left out, and the tag files. */
  readonly folder: PreservableFolder;
  /** All files that the manifests may name, by their paths in the deposit. */
  readonly files: ReadonlyMap<string, LocalFile>;
  /** The algorithms by which the manifests have a file, by its path in the deposit. */
  readonly algorithmsOf: (path: string) => readonly string[];
  /**
   * Compares all that the manifests say with the digests of files, by their paths in the deposit; answers a sentence.
   * Throws CommandFault for a bag that is not valid.
   */
  readonly check: (digests: ReadonlyMap<string, FileDigests>) => Promise<string>;
}

/** Whether a folder is a bag. */
export const isBag = ({ files, folders }: LocalFolder): boolean =>
  folders.includes('data') && files.some(({ path }) => path === 'bagit.txt');

const sourceOf = (files: readonly LocalFile[]): BagSource => {
  const locations = new Map(files.map(({ path, location }) => [path, location]));
  return {
    list: () => asyncSource(files),
    open: (path) => createReadStream(locations.get(path) ?? path) as AsyncIterable<Buffer>,
  };
};

/** The path in the bag of a file of the deposit. */
const inBag = (path: string): string =>
  path.startsWith(`${BAG}/`) ? path.slice(BAG.length + 1) : `${PAYLOAD}${path.slice(OBJECTS.length + 1)}`;

/** Files and folders below `data/`, without it. */
const below = <Item extends { readonly path: string }>(items: readonly Item[]): Item[] =>
  items.flatMap((item) => (item.path.startsWith(PAYLOAD) ? [{ ...item, path: item.path.slice(PAYLOAD.length) }] : []));

const claimsOf = (bag: ReadBag, path: string) =>
  (path.startsWith(PAYLOAD) ? givenDigests(bag.payload, path) : givenDigests(bag.tagFiles, path)).filter(
    ({ algorithm }) => digestLength(algorithm) !== null,
  );

const faultOf = (folder: string, { problems, problemCount }: BagReport): CommandFault => {
  const pathsOf = (...codes: string[]): string[] =>
    problems.filter(({ code }) => codes.includes(code)).map(({ path }) => path);
  const missing = pathsOf('file-missing', 'file-not-fetched');
  const different = new Set(pathsOf('digest-mismatch')).size;
  const [other] = problems.filter(
    ({ code }) => !['file-missing', 'file-not-fetched', 'digest-mismatch'].includes(code),
  );
  const parts = [
    ...(missing.length === 0 ? [] : [`missing ${listed(missing, NAMED)}`]),
    ...(different === 0 ? [] : [`${different} ${different === 1 ? 'differs' : 'differ'}`]),
    ...(other === undefined
      ? []
      : [`${other.path === '' ? '' : `${shownName(other.path)}: `}${other.message.replace(/\.$/, '')}`]),
  ];
  return new CommandFault(
    `The bag ${shownName(folder)} is not ${missing.length > 0 ? 'complete' : 'valid'}: ${parts.join('; ')}. No version was made.`,
    { code: 'bag-invalid', next: `muniment tools bag ${shellWord(folder)}` },
    { cause: `${problemCount} problems` },
  );
};

/** Reads the tag files of the bag in a folder, which was looked through without leaving anything out. */
export const readLocalBag = async (
  folder: string,
  found: PreservableFolder,
  exclusion: Exclusion,
): Promise<BagReading> => {
  const bag = await readBag(sourceOf(found.files));
  const payload = below(found.files);
  const kept = payload.filter(({ path }) => !isExcluded(path, exclusion));
  const tagFiles = found.files.filter(({ path }) => !path.startsWith(PAYLOAD));
  return {
    files: filesInDeposit({ files: payload, folders: [], tagFiles }),
    folder: {
      files: kept,
      folders: below(found.folders.map((path) => ({ path })))
        .map(({ path }) => path)
        .filter((path) => !exclusion(path, 'folder') && !isExcluded(path, exclusion)),
      tagFiles,
      leftOut: payload.filter(({ path }) => isExcluded(path, exclusion)).map(({ path }) => path),
    },
    algorithmsOf: (path) => claimsOf(bag, inBag(path)).map(({ algorithm }) => algorithm),
    check: async (digests) => {
      const { findings, payload: claims } = bag;
      if (!bag.isTooLarge && claims.manifests.length === 0)
        findings.problem('manifest-missing', '', 'The bag has no payload manifest.');
      if (!bag.isTooLarge) await checkCompleteness(bag);
      for (const [path, found] of digests)
        for (const claim of claimsOf(bag, inBag(path))) {
          const digest = found[claim.algorithm] ?? '';
          if (digest !== claim.digest)
            findings.problem('digest-mismatch', inBag(path), otherDigest(inBag(path), claim, digest));
        }
      const report = findings.report(bag.declaration.version);
      if (report.problemCount > 0) throw faultOf(folder, report);
      const manifests = claims.manifests.map(({ path }) => path).join(' and ');
      const all = [...digests.keys()].filter((path) => path.startsWith(`${OBJECTS}/`)).length;
      return `Bag ${shownName(folder)}: ${all} of ${countText(all, 'file')} as in ${manifests}.`;
    },
  };
};
