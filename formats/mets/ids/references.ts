/**
 * The known IDs in an IDREFS value. Older METS have IDs with spaces, so the whole value is tried as one ID first,
 * verbatim and with normalised white space, then as several (companion 5.9).
 */
export const referencedIds = (value: string | null, isKnown: (id: string) => boolean): string[] => {
  if (value === null) return [];
  if (isKnown(value)) return [value];
  const tokens = value.split(/[ \t\r\n]+/).filter((token) => token !== '');
  const joined = tokens.join(' ');
  return isKnown(joined) ? [joined] : tokens.filter(isKnown);
};
