import { bagInfoElements } from './bag-info.js';
import { PAYLOAD } from './bag-path.js';
import type { BagUnderTest, PayloadOxum, ReadBag } from './bag-under-test.js';
import { excerpt } from './read-manifests.js';
import { tagLines } from './tag-lines.js';

/** Versions that name the file otherwise. */
const OF_PACKAGES: ReadonlySet<string> = new Set(['0.93', '0.94', '0.95']);

const OXUM = /^(\d+)\.(\d+)$/;

/** The file with the elements of a bag; null where it has none. */
export const infoFileOf = ({ files, declaration }: Pick<BagUnderTest, 'files' | 'declaration'>): string | null => {
  const names = OF_PACKAGES.has(declaration.version ?? '') ? ['package-info.txt', 'bag-info.txt'] : ['bag-info.txt'];
  return names.find((name) => files.has(name)) ?? null;
};

/** Checks the syntax of `bag-info.txt`, where there is one; answers what it says as Payload-Oxum. */
export const readOxums = async (bag: BagUnderTest): Promise<readonly PayloadOxum[]> => {
  const { declaration, findings } = bag;
  const path = infoFileOf(bag);
  if (path === null) return [];
  const oxums: PayloadOxum[] = [];
  const malformed = (line: string): void =>
    findings.problem('line-malformed', path, `A line is not a label, a colon and a value: ${excerpt(line)}`);
  for await (const [label, value] of bagInfoElements(tagLines(bag, path), declaration.isStrict, malformed)) {
    if (label.toLowerCase() === 'payload-oxum' && oxums.length < bag.limits.findings) oxums.push({ path, value });
  }
  return oxums;
};

/**
 * Checks each Payload-Oxum against the files of the payload as the bag was made: without what was added since, and with
 * what was deleted. Where a file was changed or deleted, only the count is compared, since its size then is not known.
 */
export const checkOxums = (bag: ReadBag): void => {
  const payload = bag.oxums.length === 0 ? null : payloadAsMade(bag);
  for (const { path, value } of payload === null ? [] : bag.oxums) {
    const [, octets, streams] = OXUM.exec(value) ?? [];
    if (octets === undefined || streams === undefined) {
      const message = `Payload-Oxum is not two numbers with a point: ${excerpt(value)}`;
      bag.findings.problem('oxum-malformed', path, message);
      continue;
    }
    const { size, count } = payload ?? { size: null, count: 0 };
    const hasSize = size === null || BigInt(octets) === BigInt(size);
    if (hasSize && BigInt(streams) === BigInt(count)) continue;
    const found = size === null ? `${count} files` : `"${size}.${count}"`;
    bag.findings.problem('oxum-mismatch', path, `Payload-Oxum is ${excerpt(value)}; the payload has ${found}.`);
  }
};

/** The number of files, and of their bytes; null where that is not known. */
const payloadAsMade = ({ files, own, payload: { digests } }: ReadBag): { size: number | null; count: number } => {
  let [size, count, isKnown] = [0, 0, true];
  for (const [path, bytes] of files) {
    if (!path.startsWith(PAYLOAD) || (own.added(path) && !digests.has(path))) continue;
    size += bytes;
    count += 1;
    isKnown &&= !own.changed(path);
  }
  for (const path of digests.keys()) {
    if (files.has(path) || !own.deleted(path)) continue;
    count += 1;
    isKnown = false;
  }
  return { size: isKnown ? size : null, count };
};
