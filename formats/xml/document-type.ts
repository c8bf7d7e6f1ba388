/**
 * The index of a document type or entity declaration; -1 without one. Comments, CDATA sections and instructions are
 * skipped; after an unclosed one nothing is searched, since no engine reads on either.
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

/** The end of the markup that begins at `start`, -1 where it is unclosed; null where it is a declaration. */
const endOf = (text: string, start: number): number | null => {
  const span = SPANS.find(({ from }) => text.startsWith(from, start));
  if (span === undefined)
    return text.startsWith('<!DOCTYPE', start) || text.startsWith('<!ENTITY', start) ? null : start + 2;
  const end = text.indexOf(span.to, start + span.from.length);
  return end < 0 ? -1 : end + span.to.length;
};
