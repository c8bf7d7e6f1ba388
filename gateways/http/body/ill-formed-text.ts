/**
 * The first string or property name of a parsed body that is not well-formed Unicode; null where there is none. Only an
 * escape can be the cause, since the body itself is UTF-8. `json` is the text that the value was parsed from.
 */
export const illFormedText = (json: string, value: unknown): string | null => {
  if (!/\\u[Dd][89A-Fa-f]/.test(json)) return null; // nearly every body has no such escape
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' && !next.isWellFormed()) return next;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, member] of Object.entries(next)) left.push(name, member);
  }
  return null;
};
