import { forEachConcurrently } from '../../flow/concurrently.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { digestLength, digestsOf } from './algorithms.js';
import { PAYLOAD } from './bag-path.js';
import type { ReadBag } from './bag-under-test.js';
import type { Claims } from './claims.js';

/** Checks that the manifests name the files that are there: each in one of them, and in all since BagIt 1.0. */
export function* checkPayloadListed(bag: ReadBag): SlicedWork<void> {
  const { files, declaration, findings, fetched, own } = bag;
  const { manifests, digests } = bag.payload;
  const check = (path: string, code: 'file-unlisted' | 'fetch-unlisted'): void => {
    const named = digests.get(path);
    if (named === undefined) findings.problem(code, path, 'No payload manifest names it.');
    if (named === undefined || !declaration.isStrict) return;
    const without = manifests.filter((_, index) => named[index] === undefined).map(({ path: name }) => name);
    if (without.length > 0) findings.problem('file-not-in-every-manifest', path, `${without.join(', ')} lacks it.`);
  };
  yield* eachSliced(files.keys(), (path) => {
    if (path.startsWith(PAYLOAD) && !own.added(path)) check(path, 'file-unlisted');
  });
  yield* eachSliced(fetched, (path) => {
    if (!files.has(path)) check(path, 'fetch-unlisted');
  });
}

/** Checks that the files that the manifests name are there. */
export const checkFilesThere = ({ files, findings, fetched, own }: ReadBag, { digests }: Claims): SlicedWork<void> =>
  eachSliced(digests.keys(), (path) => {
    if (files.has(path) || own.deleted(path)) return;
    if (fetched.has(path)) findings.problem('file-not-fetched', path, 'It is in fetch.txt, but not yet in the bag.');
    else findings.problem('file-missing', path, 'A manifest names it, but it is not in the bag.');
  });

/** Reads each file that is there and that the manifests name once, and compares all digests that they give for it. */
export const checkDigests = (
  { source, files, findings, own, limits: { width } }: ReadBag,
  { manifests, digests }: Claims,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const there = function* (): Generator<string> {
    for (const path of digests.keys()) if (files.has(path) && !own.changed(path)) yield path;
  };
  return forEachConcurrently(there(), { width, signal }, async (path) => {
    const compared = manifests
      .map((manifest, index) => ({ ...manifest, expected: digests.get(path)?.[index] ?? '' }))
      .filter(({ algorithm, expected }) => expected !== '' && digestLength(algorithm) !== null);
    if (compared.length === 0) return;
    const { digests: found } = await digestsOf(
      source.open(path),
      compared.map(({ algorithm }) => algorithm),
    );
    for (const [index, { path: manifest, algorithm, expected }] of compared.entries()) {
      if (found[index] === expected) continue;
      const message = `Its ${algorithm} is ${found[index]}, while ${manifest} says ${expected}.`;
      findings.problem('digest-mismatch', path, message);
    }
  });
};
