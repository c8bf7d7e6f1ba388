/**
 * Where a document declares a type or an entity; -1 where it does not. What stands in a comment, a CDATA section or an
 * instruction declares nothing. Where one of these has no end, no engine reads on either.
 */
export const documentTypeAt = (text: string): number => {
  if (!text.includes('<!DOCTYPE') && !text.includes('<!ENTITY')) return -1;
  const markup = /<[!?]/g;
  for (let found = markup.exec(text); found !== null; found = markup.exec(text)) {
    const end = endOf(text, found.index);
    if (end === null) return found.index;
    if (end < 0) return -1;
    markup.lastIndex = end;
  }
  return -1;
};

const SPANS = [
  { from: '<!--', to: '-->' },
  { from: '<![CDATA[', to: ']]>' },
  { from: '<?', to: '?>' },
] as const;

/** Where that ends which begins here, -1 where it does not end; null where it is a declaration. */
const endOf = (text: string, start: number): number | null => {
  const span = SPANS.find(({ from }) => text.startsWith(from, start));
  if (span === undefined)
    return text.startsWith('<!DOCTYPE', start) || text.startsWith('<!ENTITY', start) ? null : start + 2;
  const end = text.indexOf(span.to, start + span.from.length);
  return end < 0 ? -1 : end + span.to.length;
};
