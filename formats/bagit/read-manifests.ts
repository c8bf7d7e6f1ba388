import { digestLength } from './algorithms.js';
import { decodeOldPath, decodePath, hasBarePercent, PAYLOAD, unsafePath, withoutLeadingDot } from './bag-path.js';
import type { Claims, GivenDigest, Manifest } from './claims.js';
import { reportBreach, type BagUnderTest } from './bag-under-test.js';
import type { FileFinder } from './find-file.js';
import { parseManifestLine, type ManifestLine } from './manifest-line.js';
import { tagLines } from './tag-lines.js';

export type ManifestKind = 'payload' | 'tag files';

const NAMES: Readonly<Record<ManifestKind, RegExp>> = {
  payload: /^manifest-([^/]+)\.txt$/i,
  'tag files': /^tagmanifest-([^/]+)\.txt$/i,
};

/** Whether a path in the root of a bag is that of a manifest of this kind. */
export const isManifest = (path: string, kind: ManifestKind): boolean => NAMES[kind].test(path);

/** The manifests of a kind, by name. */
const manifestsAmong = (paths: Iterable<string>, kind: ManifestKind): Manifest[] =>
  [...paths]
    .flatMap((path) => {
      const algorithm = NAMES[kind].exec(path)?.[1]?.toLowerCase();
      return algorithm === undefined ? [] : [{ path, algorithm }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));

/** Reads all manifests of a kind (RFC 8493, 2.1.3 and 2.2.1), until they name more files than the limit. */
export const readManifests = async (bag: BagUnderTest, kind: ManifestKind, find: FileFinder): Promise<Claims> => {
  const manifests = manifestsAmong(bag.files.keys(), kind);
  const claims = { manifests, digests: new Map(), contradicted: [], misplaced: [], isWhole: true };
  for (const [index, manifest] of manifests.entries()) {
    if (digestLength(manifest.algorithm) === null) {
      const message = `Digests of the algorithm ${manifest.algorithm} cannot be compared.`;
      bag.findings.problem('algorithm-unsupported', manifest.path, message);
    }
    if (await readManifest(bag, { claims, index, lineOf: lineReader(bag, kind, manifest.path, find) })) continue;
    const message = `It names more than ${bag.limits.files} files; the rest is not read.`;
    bag.findings.problem('too-many-files', manifest.path, message);
    return { ...claims, isWhole: false };
  }
  return claims;
};

/** Claims while manifests are read. */
interface OpenClaims extends Claims {
  readonly digests: Map<string, (string | undefined)[]>;
  readonly contradicted: GivenDigest[];
  readonly misplaced: GivenDigest[];
}

interface ManifestReadOptions {
  readonly claims: OpenClaims;
  /** The place of the manifest among all of its kind. */
  readonly index: number;
  readonly lineOf: (line: string) => Claim | null;
}

/** Adds what a manifest says; false where it names more files than the limit. */
const readManifest = async (bag: BagUnderTest, { claims, index, lineOf }: ManifestReadOptions): Promise<boolean> => {
  const { manifests, digests, misplaced } = claims;
  const manifest = manifests[index]?.path ?? '';
  for await (const block of tagLines(bag, manifest)) {
    for (const line of block) {
      const claim = lineOf(line);
      if (claim === null) continue;
      const known = claim.isMisplaced ? undefined : digests.get(claim.file);
      if (known === undefined && digests.size + misplaced.length >= bag.limits.files) return false;
      if (claim.isMisplaced) {
        misplaced.push({ manifest, path: claim.file, digest: claim.digest });
        continue;
      }
      const given: (string | undefined)[] = known ?? Array.from<undefined>({ length: manifests.length });
      if (known === undefined) digests.set(claim.file, given);
      addClaim(bag, claims, { index, claim, given });
    }
  }
  return true;
};

/** The first digest that a manifest gives is the one that is compared. */
const addClaim = (
  bag: BagUnderTest,
  { manifests, contradicted }: OpenClaims,
  { index, claim, given }: { readonly index: number; readonly claim: Claim; readonly given: (string | undefined)[] },
): void => {
  const { path: manifest = '', algorithm = '' } = manifests[index] ?? {};
  const before = given[index];
  const { file: path, digest } = claim;
  if (before === undefined) {
    const length = digestLength(algorithm);
    given[index] = length === null ? '' : checkedDigest(bag, manifest, claim, length);
  } else if (before === digest) reportBreach(bag, 'path-listed-twice', path, `${manifest} lists it more than once.`);
  else {
    bag.findings.problem('digests-differ', path, `${manifest} lists it more than once, with different digests.`);
    if (contradicted.length < bag.limits.findings) contradicted.push({ manifest, path, digest });
  }
};

interface Claim {
  readonly file: string;
  readonly digest: string;
  readonly isMisplaced: boolean;
}

/** Makes what reads the lines of one manifest, and answers null for one that names no file. */
const lineReader = (
  bag: BagUnderTest,
  kind: ManifestKind,
  manifest: string,
  find: FileFinder,
): ((line: string) => Claim | null) => {
  const { findings, declaration } = bag;
  const isIn = placeCheck(bag, kind, manifest);
  const told = new Set<string>();
  const once = (code: 'path-with-star' | 'path-with-leading-dot', message: string): void => {
    if (!told.has(code)) findings.warning(code, manifest, message);
    told.add(code);
  };
  return (line) => {
    if (line.trim() === '') return null;
    const parsed = parseManifestLine(line);
    if (parsed === null) {
      findings.problem('line-malformed', manifest, `A line is not a digest and a path: ${excerpt(line)}`);
      return null;
    }
    if (parsed.hasStar) once('path-with-star', 'It has a star before a path, as md5sum writes for binary files.');
    const raw = withoutLeadingDot(parsed.path);
    if (raw !== parsed.path) once('path-with-leading-dot', 'It has a path that begins with "./".');
    const path = declaration.isStrict ? decodePath(raw) : decodeOldPath(raw);
    const { digest } = parsed;
    if (!isSafe(bag, manifest, path)) return { file: path, digest, isMisplaced: true };
    const file = find(path, raw, manifest);
    if (!isIn(file)) return { file, digest, isMisplaced: true };
    if (declaration.isStrict && hasBarePercent(raw))
      findings.problem(
        'percent-not-encoded',
        path,
        `${manifest} has its path with a percent sign that is not encoded.`,
      );
    return { file, digest, isMisplaced: false };
  };
};

/** Whether a path of a line leads nowhere out of the bag. */
const isSafe = ({ findings }: BagUnderTest, manifest: string, path: string): boolean => {
  const why = unsafePath(path);
  if (why !== null) findings.problem('path-unsafe', manifest, `The path ${excerpt(path)} is unsafe: ${why}.`);
  return why === null;
};

/** Makes what says whether a file may stand in a manifest; a tag manifest of old may name any file of the bag. */
const placeCheck =
  (bag: BagUnderTest, kind: ManifestKind, manifest: string) =>
  (path: string): boolean => {
    if (kind === 'payload') {
      if (path.startsWith(PAYLOAD)) return true;
      bag.findings.problem('path-outside-payload', manifest, `The path ${excerpt(path)} is not below data/.`);
      return false;
    }
    if (!path.startsWith(PAYLOAD) && !NAMES['tag files'].test(path)) return true;
    reportBreach(bag, 'path-not-of-a-tag-file', manifest, `It must not name the path ${excerpt(path)}.`);
    return !bag.declaration.isStrict;
  };

const checkedDigest = (
  { findings }: BagUnderTest,
  manifest: string,
  { file, digest }: Pick<ManifestLine, 'digest'> & Claim,
  length: number,
): string => {
  if (digest.length === length) return digest;
  const message = `${manifest} has a digest of ${digest.length} hex digits; its algorithm has ${length}.`;
  findings.problem('digest-malformed', file, message);
  return '';
};

/** The start of a text, for a message. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
