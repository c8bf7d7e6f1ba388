import { bagFindings, type BagFindings } from './bag-report.js';
import { isFolderMarker } from '../paths/folder-marker.js';
import type { BagSource } from './bag-source.js';
import { NO_CHANGES, type BagLimits, type BagUnderTest, type ReadBag } from './bag-under-test.js';
import type { Claims } from './claims.js';
import { readOxums } from './check-bag-info.js';
import { DECLARATION, readDeclaration } from './declaration.js';
import { fileFinder } from './find-file.js';
import { readFetch } from './read-fetch.js';
import { readManifests } from './read-manifests.js';

const LIMITS: BagLimits = { files: 1_000_000, findings: 1_000, width: 4 };

const NO_CLAIMS: Claims = { manifests: [], digests: new Map(), contradicted: [], misplaced: [], isWhole: false };

/** Reads the tag files of a bag; what is wrong with them is in its findings. Rejects with what the source rejects with. */
export const readBag = async (source: BagSource, given: Partial<BagLimits> = {}): Promise<ReadBag> => {
  const limits = { ...LIMITS, ...given };
  const findings = bagFindings(limits.findings);
  const files = await listedFiles(source, limits, findings);
  const declaration = await readDeclaration(source, files.has(DECLARATION), findings);
  const bag: BagUnderTest = { source, files, declaration, findings, limits };
  if (files.size > limits.files) {
    const nothing = { payload: NO_CLAIMS, tagFiles: NO_CLAIMS, fetched: new Set<string>(), oxums: [] };
    return { ...bag, ...nothing, own: NO_CHANGES, isTooLarge: true };
  }
  const find = fileFinder(bag);
  const payload = await readManifests(bag, 'payload', find);
  const tagFiles = await readManifests(bag, 'tag files', find);
  const fetched = await readFetch(bag, find);
  const oxums = await readOxums(bag);
  const isTooLarge = !payload.isWhole || !tagFiles.isWhole || fetched.size > limits.files;
  return { ...bag, payload, tagFiles, fetched, oxums, own: NO_CHANGES, isTooLarge };
};

const listedFiles = async (
  source: BagSource,
  { files: most }: BagLimits,
  findings: BagFindings,
): Promise<Map<string, number>> => {
  const files = new Map<string, number>();
  for await (const { path, size } of source.list()) {
    if (!isFolderMarker(path, size)) files.set(path, size);
    if (files.size <= most) continue;
    findings.problem('too-many-files', '', `The bag has more than ${most} files; it is not checked.`);
    break;
  }
  return files;
};
