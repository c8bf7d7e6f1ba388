import { createHash, type Hash } from 'node:crypto';

/** The digest algorithms of manifests that are computed, with the length of their digests in hex. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['md5', 32],
  ['sha1', 40],
  ['sha224', 56],
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

/** How many hex digits a digest has; null for an algorithm that is not supported. */
export const digestLength = (algorithm: string): number | null => LENGTHS.get(algorithm) ?? null;

/** How many bytes there are, and their digests in the order of the algorithms, in lower-case hex; they are read once. */
export const digestsOf = async (
  chunks: AsyncIterable<Uint8Array>,
  algorithms: readonly string[],
): Promise<{ readonly size: number; readonly digests: readonly string[] }> => {
  const hashes: readonly Hash[] = algorithms.map((algorithm) => createHash(algorithm));
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    for (const hash of hashes) hash.update(chunk);
  }
  return { size, digests: hashes.map((hash) => hash.digest('hex')) };
};
