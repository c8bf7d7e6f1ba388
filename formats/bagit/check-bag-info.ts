import { bagInfoElements } from './bag-info.js';
import { PAYLOAD } from './bag-path.js';
import type { BagUnderTest } from './bag-under-test.js';
import { excerpt } from './read-manifests.js';
import { tagLines } from './tag-lines.js';

/** Versions that name the file otherwise. */
const OF_PACKAGES: ReadonlySet<string> = new Set(['0.93', '0.94', '0.95']);

const OXUM = /^(\d+)\.(\d+)$/;

/** Checks the syntax of `bag-info.txt`, where there is one, and its Payload-Oxum against the files of the payload. */
export const checkBagInfo = async (bag: BagUnderTest): Promise<void> => {
  const { files, declaration, findings } = bag;
  const path = OF_PACKAGES.has(declaration.version ?? '') ? 'package-info.txt' : 'bag-info.txt';
  if (!files.has(path)) return;
  const malformed = (line: string): void =>
    findings.problem('line-malformed', path, `A line is not a label, a colon and a value: ${excerpt(line)}`);
  for await (const [label, value] of bagInfoElements(tagLines(bag, path), declaration.isStrict, malformed)) {
    if (label.toLowerCase() === 'payload-oxum') checkOxum(bag, path, value);
  }
};

const checkOxum = ({ files, findings }: BagUnderTest, path: string, oxum: string): void => {
  const [, octets, streams] = OXUM.exec(oxum) ?? [];
  if (octets === undefined || streams === undefined) {
    findings.problem('oxum-malformed', path, `Payload-Oxum is not two numbers with a point: ${excerpt(oxum)}`);
    return;
  }
  let [size, count] = [0, 0];
  for (const [file, bytes] of files) {
    if (!file.startsWith(PAYLOAD)) continue;
    size += bytes;
    count += 1;
  }
  if (BigInt(octets) === BigInt(size) && BigInt(streams) === BigInt(count)) return;
  findings.problem('oxum-mismatch', path, `Payload-Oxum is ${excerpt(oxum)}; the payload has "${size}.${count}".`);
};
