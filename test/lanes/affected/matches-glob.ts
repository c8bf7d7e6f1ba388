/** Whether a path fits a pattern: `**` stands for any folders, `*` for any part of a name. */
export const matchesGlob = (path: string, pattern: string): boolean => {
  const expression = pattern
    .split(/(\*\*\/?|\*)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${expression}$`).test(path);
};
