import { isAscii } from './bag-path.js';
import type { BagUnderTest } from './bag-under-test.js';

/**
 * The path of the file that a line means: that path itself, else as the line has it without decoding, else one that
 * differs in its Unicode normalisation only. The path itself where there is no such file.
 */
export type FileFinder = (path: string, raw: string, tagFile: string) => string;

export const fileFinder = ({ files, declaration, findings }: BagUnderTest): FileFinder => {
  let normalised: ReadonlyMap<string, string> | null = null;
  return (path, raw, tagFile) => {
    if (files.has(path)) return path;
    if (path !== raw && files.has(raw)) {
      if (declaration.isStrict)
        findings.problem('percent-not-encoded', raw, `${tagFile} has its path without encoding the percent sign.`);
      return raw;
    }
    if (isAscii(path)) return path;
    normalised ??= byNormalisation(files.keys());
    const found = normalised.get(path.normalize('NFC'));
    if (found === undefined) return path;
    const message = `${tagFile} has its path in another Unicode normalisation than the file has.`;
    findings.warning('paths-differ-by-normalisation', found, message);
    return found;
  };
};

const byNormalisation = (paths: Iterable<string>): Map<string, string> => {
  const byForm = new Map<string, string>();
  for (const path of paths) if (!isAscii(path)) byForm.set(path.normalize('NFC'), path);
  return byForm;
};
