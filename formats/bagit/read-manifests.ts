import { digestLength } from './algorithms.js';
import { decodeOldPath, decodePath, hasBarePercent, PAYLOAD, unsafePath, withoutLeadingDot } from './bag-path.js';
import { reportBreach, type BagUnderTest } from './bag-under-test.js';
import type { FileFinder } from './find-file.js';
import { parseManifestLine, type ManifestLine } from './manifest-line.js';
import { tagLines } from './tag-lines.js';

/** A manifest of the payload or of the tag files. */
export interface Manifest {
  readonly path: string;
  /** In lower case, as the name of the manifest has it. */
  readonly algorithm: string;
}

/** What the manifests of one kind say. */
export interface Claims {
  readonly manifests: readonly Manifest[];
  /**
   * By path, a place for each manifest in their order: a digest in lower-case hex, '' for one that cannot be compared,
   * undefined where the manifest does not name the path.
   */
  readonly digests: ReadonlyMap<string, readonly (string | undefined)[]>;
}

export type ManifestKind = 'payload' | 'tag files';

const NAMES: Readonly<Record<ManifestKind, RegExp>> = {
  payload: /^manifest-([^/]+)\.txt$/i,
  'tag files': /^tagmanifest-([^/]+)\.txt$/i,
};

/** The manifests of a kind, by name. */
const manifestsAmong = (paths: Iterable<string>, kind: ManifestKind): Manifest[] =>
  [...paths]
    .flatMap((path) => {
      const algorithm = NAMES[kind].exec(path)?.[1]?.toLowerCase();
      return algorithm === undefined ? [] : [{ path, algorithm }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));

/** Reads all manifests of a kind (RFC 8493, 2.1.3 and 2.2.1). */
export const readManifests = async (bag: BagUnderTest, kind: ManifestKind, find: FileFinder): Promise<Claims> => {
  const manifests = manifestsAmong(bag.files.keys(), kind);
  const digests = new Map<string, (string | undefined)[]>();
  for (const [index, { path, algorithm }] of manifests.entries()) {
    const length = digestLength(algorithm);
    if (length === null)
      bag.findings.problem('algorithm-unsupported', path, `Digests of the algorithm ${algorithm} cannot be compared.`);
    const reader = lineReader(bag, kind, path, find);
    for await (const block of tagLines(bag, path)) {
      for (const line of block) {
        const claim = reader(line);
        if (claim === null) continue;
        const { file, digest } = claim;
        const known = digests.get(file);
        const before: (string | undefined)[] = known ?? Array.from<undefined>({ length: manifests.length });
        if (known === undefined) digests.set(file, before);
        if (isRepeated(bag, path, file, before[index], digest)) continue;
        before[index] = length === null ? '' : checkedDigest(bag, path, claim, length);
      }
      if (digests.size <= bag.limits.files) continue;
      bag.findings.problem(
        'too-many-files',
        path,
        `It names more than ${bag.limits.files} files; the rest is not read.`,
      );
      break;
    }
  }
  return { manifests, digests };
};

interface Claim {
  readonly file: string;
  readonly digest: string;
}

/** Makes what reads the lines of one manifest, and answers null for one that names no file of its kind. */
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
    if (!isIn(path)) return null;
    if (declaration.isStrict && hasBarePercent(raw))
      findings.problem('percent-not-encoded', path, `${manifest} has a percent sign of its path that is not encoded.`);
    return { file: find(path, raw, manifest), digest: parsed.digest };
  };
};

/** Makes what says whether a path may stand in a manifest; a tag manifest of old may name any file of the bag. */
const placeCheck =
  (bag: BagUnderTest, kind: ManifestKind, manifest: string) =>
  (path: string): boolean => {
    const why = unsafePath(path);
    if (why !== null) {
      bag.findings.problem('path-unsafe', manifest, `The path ${excerpt(path)} is unsafe: ${why}.`);
      return false;
    }
    if (kind === 'payload') {
      if (path.startsWith(PAYLOAD)) return true;
      bag.findings.problem('path-outside-payload', manifest, `The path ${excerpt(path)} is not below data/.`);
      return false;
    }
    if (!path.startsWith(PAYLOAD) && !NAMES['tag files'].test(path)) return true;
    reportBreach(bag, 'path-not-of-a-tag-file', manifest, `The path ${excerpt(path)} is not one that it may name.`);
    return !bag.declaration.isStrict;
  };

/** Whether a manifest named a file before; the first digest is the one that is compared. */
const isRepeated = (
  bag: BagUnderTest,
  manifest: string,
  file: string,
  before: string | undefined,
  digest: string,
): boolean => {
  if (before === undefined) return false;
  if (before === digest) reportBreach(bag, 'path-listed-twice', file, `${manifest} lists it more than once.`);
  else bag.findings.problem('digests-differ', file, `${manifest} lists it more than once, with different digests.`);
  return true;
};

const checkedDigest = (
  { findings }: BagUnderTest,
  manifest: string,
  { file, digest }: Pick<ManifestLine, 'digest'> & Claim,
  length: number,
): string => {
  if (digest.length === length) return digest;
  const message = `${manifest} gives a digest of ${digest.length} hex digits; its algorithm has ${length}.`;
  findings.problem('digest-malformed', file, message);
  return '';
};

/** The start of a text, for a message. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
