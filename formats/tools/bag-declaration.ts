import { TextDecoder } from 'node:util';

/** The encoding that `bagit.txt` tells for the manifest of its bag; UTF-8 where it tells none that is known. */
export const tagFileEncoding = (declaration: string | null): string => {
  const label = /^Tag-File-Character-Encoding\s*:\s*(\S+)/im.exec(declaration ?? '')?.[1];
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
};
