import type { Finding, FindingKind, FoundDigest } from '../../../commands/run-findings/findings.js';
import type { WorkspaceBag } from '../../../commands/workspace/judge-workspace-bag.js';
import type { BagFinding } from '../../../formats/bagit/bag-report.js';
import { givenDigests } from '../../../formats/bagit/claims.js';

const KINDS: Readonly<Record<string, FindingKind>> = {
  'changed-since': 'wrong',
  'digest-mismatch': 'wrong',
  'file-missing': 'missing',
  'file-not-fetched': 'missing',
  'file-unlisted': 'not-listed',
};

/** What is wrong with a bag, once for each file and kind: several manifests may say the same. */
export const bagFindings = (
  found: Pick<WorkspaceBag, 'bag' | 'fileAt'>,
  wrong: readonly BagFinding<string>[],
): Finding[] => {
  const known = new Set<string>();
  return wrong
    .map((each) => bagFinding(found, each))
    .filter(({ kind, path }) => {
      const key = `${kind} ${path}`;
      const isNew = kind === 'bag' || !known.has(key);
      known.add(key);
      return isNew;
    });
};

/** What is wrong with a file of a bag, with the digest of its manifests that is preferred, and that of the store. */
const bagFinding = (
  { bag, fileAt }: Pick<WorkspaceBag, 'bag' | 'fileAt'>,
  { code, path, message }: BagFinding<string>,
): Finding => {
  const kind = KINDS[code] ?? 'bag';
  const [given] = kind === 'bag' ? [] : givenDigests(bag.payload, path);
  const expected: FoundDigest | null =
    given === undefined ? null : { algorithm: given.algorithm, digest: given.digest };
  const sha256 = kind === 'bag' ? null : (fileAt(path)?.sha256 ?? null);
  return {
    ...{ path, kind, reason: message, puid: null, format: null },
    size: bag.files.get(path) ?? null,
    expected,
    found: sha256 === null ? null : { algorithm: 'sha256', digest: sha256 },
  };
};
