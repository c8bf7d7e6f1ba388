/** The path in a premis:originalName; null when it has none (companion 5.9). */
export const originalPath = (originalName: string | null): string | null => {
  const path = originalName
    ?.replace(/^\.\//, '')
    .replace(/^data\//, '')
    .replace(/\/+$/, '');
  return path === undefined || path === '' ? null : path;
};
