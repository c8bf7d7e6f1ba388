/** The path that a premis:originalName stands for; null when it stands for none (companion 5.9). */
export const originalPath = (originalName: string | null): string | null => {
  const path = originalName
    ?.replace(/^\.\//, '')
    .replace(/^data\//, '')
    .replace(/\/+$/, '');
  return path === undefined || path === '' ? null : path;
};
