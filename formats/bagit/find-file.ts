import type { BagWarningCode } from './bag-report.js';
import { decodePath, isAscii } from './bag-path.js';
import type { BagUnderTest } from './bag-under-test.js';

/**
 * The path of the file that a line means: that path itself, else as the line has it without decoding, else one that
 * differs in its spelling only: percent signs, backslashes or Unicode normalisation. The path itself where there is no
 * such file.
 */
export type FileFinder = (path: string, raw: string, tagFile: string) => string;

const SPELT_OTHERWISE: Readonly<Partial<Record<BagWarningCode, string>>> = {
  'path-encoded-otherwise': 'encodes its path differently from the rules of its version of BagIt.',
  'path-with-backslash': 'has its path with backslashes between the names.',
  'paths-differ-by-normalisation': 'has its path in a different Unicode normalisation from that of the file.',
};

export const fileFinder = ({ files, declaration, findings }: BagUnderTest): FileFinder => {
  let normalised: ReadonlyMap<string, string> | null = null;
  const inAnyForm = (path: string): string | undefined => {
    if (isAscii(path)) return undefined;
    normalised ??= byNormalisation(files.keys());
    return normalised.get(path.normalize('NFC'));
  };
  const speltOtherwise = (path: string, raw: string): readonly [file: string, code: BagWarningCode] | null => {
    const decoded = decodePath(raw);
    if (files.has(decoded)) return [decoded, 'path-encoded-otherwise'];
    for (const name of [path, decoded].map(withSlashes)) if (files.has(name)) return [name, 'path-with-backslash'];
    for (const name of [path, raw, decoded].flatMap((each) => [each, withSlashes(each)])) {
      const file = inAnyForm(name);
      if (file !== undefined) return [file, 'paths-differ-by-normalisation'];
    }
    return null;
  };
  return (path, raw, tagFile) => {
    if (files.has(path)) return path;
    if (path !== raw && files.has(raw)) {
      const message = `${tagFile} has its path with a percent sign that is not encoded.`;
      if (declaration.isStrict) findings.problem('percent-not-encoded', raw, message);
      return raw;
    }
    const [file, code] = speltOtherwise(path, raw) ?? [];
    if (file === undefined || code === undefined) return path;
    findings.warning(code, file, `${tagFile} ${SPELT_OTHERWISE[code] ?? ''}`);
    return file;
  };
};

const withSlashes = (path: string): string => path.replaceAll('\\', '/');

const byNormalisation = (paths: Iterable<string>): Map<string, string> => {
  const byForm = new Map<string, string>();
  for (const path of paths) if (!isAscii(path)) byForm.set(path.normalize('NFC'), path);
  return byForm;
};
