import picomatch from 'picomatch';

/** Whether a path fits a pattern, as mocha reads patterns; names may begin with a dot. */
export const matchesGlob = (path: string, pattern: string): boolean => picomatch.isMatch(path, pattern, { dot: true });
