import picomatch from 'picomatch';

/** Whether paths match a pattern. Brackets and braces, common in names, are ordinary letters. */
export const patternMatcher = (pattern: string): ((path: string) => boolean) =>
  picomatch(pattern.replace(/[()[\]{}\\!+@]/g, '\\$&'), {
    dot: true,
    nonegate: true,
    noextglob: true,
    nobrace: true,
    nobracket: true,
  });
