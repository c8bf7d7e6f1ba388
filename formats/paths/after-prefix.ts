/** The least text that no text with this prefix reaches, by UTF-8 bytes; null where there is none. */
export const afterPrefix = (prefix: string): string | null => {
  const points = Array.from(prefix);
  while (points.length > 0) {
    const last = points.pop()?.codePointAt(0) ?? 0;
    if (last < 0x10ffff) return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
  }
  return null;
};
