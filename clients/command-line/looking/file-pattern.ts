import picomatch from 'picomatch';

/** Whether a text is a pattern: `*` and `?` stand for letters of a name, `**` for folders. */
export const isPattern = (text: string): boolean => /[*?]/.test(text);

/** Whether paths match a pattern. Brackets and braces, common in names, are ordinary letters. */
export const patternMatcher = (pattern: string): ((path: string) => boolean) =>
  picomatch(pattern.replace(/[()[\]{}\\!+@]/g, '\\$&'), {
    dot: true,
    nonegate: true,
    noextglob: true,
    nobrace: true,
    nobracket: true,
  });

/** The folder above the first segment of a pattern that stands for several names; empty where that is the first one. */
export const folderBefore = (pattern: string): string => {
  const segments = pattern.split('/');
  return segments.slice(0, Math.max(0, segments.findIndex(isPattern))).join('/');
};
