/**
 * Which ids an IDREFS value names. Older METS have ids with spaces in them, so the whole value is tried as one id
 * first, as it stands and with its white space evened out, before it is taken as several (companion 5.9).
 */
export const referencedIds = (value: string | null, isKnown: (id: string) => boolean): string[] => {
  if (value === null) return [];
  if (isKnown(value)) return [value];
  const tokens = value.split(/[ \t\r\n]+/).filter((token) => token !== '');
  const joined = tokens.join(' ');
  return isKnown(joined) ? [joined] : tokens.filter(isKnown);
};
