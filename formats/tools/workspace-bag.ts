import { asyncSource } from '../../flow/streams/async-source.js';
import type { ReadBag } from '../bagit/bag-under-test.js';
import type { BagProblemCode } from '../bagit/bag-report.js';
import { PAYLOAD } from '../bagit/bag-path.js';
import { readBag } from '../bagit/read-bag.js';
import { isManifest } from '../bagit/read-manifests.js';
import { sha256Hex } from '../digests/sha256-text.js';
import type { DigestMetadata } from '../metadata/entries.js';
import type { KnownPaths } from './paths/known-paths.js';
import { alignPaths } from './paths/path-alignment.js';
import type { PathAndEntry } from './entries-of-outputs.js';
import type { Limits } from '../text/limits.js';
import type { ListedFile, ToolSources, ToolWarning } from './tool-readings.js';

interface WorkspaceBag {
  readonly bag: ReadBag | null;
  readonly warnings: readonly ToolWarning[];
}

/** Reads the tag files of a workspace that has a manifest; like any output, they may be unreadable. */
export const readWorkspaceBag = async (
  files: readonly ListedFile[],
  { open }: Pick<ToolSources, 'open'>,
  { files: most }: Pick<Limits, 'files'>,
): Promise<WorkspaceBag> => {
  const manifest = files.find(({ path }) => isManifest(path, 'payload'))?.path;
  if (manifest === undefined) return { bag: null, warnings: [] };
  try {
    const bag = await readBag({ list: () => asyncSource(files), open }, { files: most });
    return { bag, warnings: lossesOf(bag, manifest) };
  } catch (cause) {
    return { bag: null, warnings: [{ path: manifest, problem: 'unreadable', cause }] };
  }
};

/** What makes a line of a tag file one that is left out. */
const LEFT_OUT: ReadonlySet<BagProblemCode> = new Set<BagProblemCode>([
  'line-malformed',
  'line-too-long',
  'digest-malformed',
]);

const lossesOf = ({ findings, payload }: ReadBag, path: string): ToolWarning[] => {
  if (payload.digests.size + payload.misplaced.length === 0) return [{ path, problem: 'not-understood' }];
  const { problems } = findings.report(null);
  const leftOut = problems.filter(({ code }) => LEFT_OUT.has(code)).length;
  return [
    ...(leftOut > 0 ? [{ path, problem: 'in-part' as const, leftOut }] : []),
    ...(problems.some(({ code }) => code === 'too-many-files') ? [{ path, problem: 'too-long' as const }] : []),
  ];
};

/**
 * The SHA-256 digests of the payload, by local path; several where the manifest contradicts itself. Paths that are not
 * below `data/` are aligned with the files that are known, like those in the output of any tool. `stored` is when a
 * manifest was stored: its digests are valid for files that are not newer (companion 11.3).
 */
export function* manifestEntries(
  { payload: { manifests, digests, contradicted, misplaced } }: ReadBag,
  known: KnownPaths,
  stored: (manifest: string) => Date | null,
): Generator<PathAndEntry<DigestMetadata>> {
  for (const [index, { path: manifest, algorithm }] of manifests.entries()) {
    if (algorithm !== 'sha256') continue;
    const timestamp = stored(manifest);
    const entry = (digest: string) => ({ type: 'DigestMetadata', source: 'BagIt', timestamp, digest }) as const;
    const others = new Map(
      contradicted.toReversed().flatMap((each) => (each.manifest === manifest ? [[each.path, each.digest]] : [])),
    );
    for (const [path, given] of digests)
      for (const digest of [given[index], others.get(path)])
        if (digest) yield [path.slice(PAYLOAD.length), entry(digest)];
    const outside = misplaced.filter((each) => each.manifest === manifest && sha256Hex(each.digest) !== null);
    const local = alignPaths(new Set(outside.map(({ path }) => path)), known);
    for (const { path, digest } of outside) yield [local.get(path) ?? path, entry(digest)];
  }
}
