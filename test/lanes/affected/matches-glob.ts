import picomatch from 'picomatch';

/** To make a matcher takes longer than to use it some hundred times. */
const matchers = new Map<string, picomatch.Matcher>();

/** Whether a path fits a pattern, as mocha reads patterns; names may begin with a dot. */
export const matchesGlob = (path: string, pattern: string): boolean => {
  const matcher = matchers.get(pattern) ?? picomatch(pattern, { dot: true });
  matchers.set(pattern, matcher);
  return matcher(path);
};
