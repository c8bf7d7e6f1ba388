/** Whether a text is a pattern: `*` and `?` stand for letters of a name, `**` for folders. */
export const isPattern = (text: string): boolean => /[*?]/.test(text);

/** The folder above the first segment of a pattern that stands for several names; empty where that is the first one. */
export const folderBefore = (pattern: string): string => {
  const segments = pattern.split('/');
  return segments.slice(0, Math.max(0, segments.findIndex(isPattern))).join('/');
};
