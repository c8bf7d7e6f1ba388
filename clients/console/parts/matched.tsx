/** A text with what was searched for marked in it, in any casing. */
export const Matched = ({ text, wanted }: { readonly text: string; readonly wanted: string }) => {
  const [lower, sought] = [text.toLowerCase(), wanted.toLowerCase()];
  // Some letters have another length in lower case: then nothing is marked rather than the wrong part.
  if (sought === '' || lower.length !== text.length) return text;
  const parts: { readonly start: number; readonly text: string; readonly isMatch: boolean }[] = [];
  for (let at = 0; at < text.length;) {
    const found = lower.indexOf(sought, at);
    const end = found < 0 ? text.length : found;
    if (end > at) parts.push({ start: at, text: text.slice(at, end), isMatch: false });
    if (found >= 0) parts.push({ start: found, text: text.slice(found, found + sought.length), isMatch: true });
    at = found < 0 ? text.length : found + sought.length;
  }
  return parts.map((part) =>
    part.isMatch ? <mark key={part.start}>{part.text}</mark> : <span key={part.start}>{part.text}</span>,
  );
};
