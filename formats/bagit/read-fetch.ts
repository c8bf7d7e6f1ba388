import { decodeOldPath, decodePath, PAYLOAD, unsafePath, withoutLeadingDot } from './bag-path.js';
import type { BagUnderTest } from './bag-under-test.js';
import type { FileFinder } from './find-file.js';
import { excerpt } from './read-manifests.js';
import { tagLines } from './tag-lines.js';

export const FETCH = 'fetch.txt';

const ENTRY = /^\s*\S+\s+(?:\d+|-)\s+(.+)$/s;

/** The paths that `fetch.txt` names (RFC 8493, 2.2.3). Nothing is fetched. */
export const readFetch = async (bag: BagUnderTest, find: FileFinder): Promise<ReadonlySet<string>> => {
  const paths = new Set<string>();
  if (!bag.files.has(FETCH)) return paths;
  for await (const block of tagLines(bag, FETCH)) {
    for (const line of block) {
      const path = line.trim() === '' ? null : fetchedPath(bag, line, find);
      if (path !== null) paths.add(path);
    }
    if (paths.size <= bag.limits.files) continue;
    bag.findings.problem(
      'too-many-files',
      FETCH,
      `It names more than ${bag.limits.files} files; the rest is not read.`,
    );
    break;
  }
  return paths;
};

const fetchedPath = ({ findings, declaration }: BagUnderTest, line: string, find: FileFinder): string | null => {
  const found = ENTRY.exec(line)?.[1];
  if (found === undefined) {
    findings.problem('line-malformed', FETCH, `A line is not a URL, a length and a path: ${excerpt(line)}`);
    return null;
  }
  const raw = withoutLeadingDot(found);
  const path = declaration.isStrict ? decodePath(raw) : decodeOldPath(raw);
  const why = unsafePath(path);
  const file = why === null ? find(path, raw, FETCH) : path;
  if (why !== null) findings.problem('path-unsafe', FETCH, `The path ${excerpt(path)} is unsafe: ${why}.`);
  else if (file.startsWith(PAYLOAD)) return file;
  else findings.problem('path-outside-payload', FETCH, `The path ${excerpt(path)} is not below data/.`);
  return null;
};
