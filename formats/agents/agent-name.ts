const LONGEST = 256;
/** What no name has: control characters, line ends, halves of pairs, and what XML cannot hold. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;

/** A text as the name of an agent, without the white space around it; null where it cannot be one. */
export const agentName = (text: unknown): string | null => {
  if (typeof text !== 'string') return null;
  const name = text.trim();
  return name === '' || name.length > LONGEST || UNFIT.test(name) || /^\.+$/.test(name) ? null : name;
};
