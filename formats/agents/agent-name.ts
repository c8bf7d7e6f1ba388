const LONGEST = 256;
/**
 * What no name has: control characters, line ends, halves of pairs, what XML cannot hold, and what is not shown or turns
 * the direction of text, by which one name would look as another.
 */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFE\uFFFF]/u;

/** A text as the name of an agent, without the white space around it; null where it cannot be one. */
export const agentName = (text: unknown): string | null => {
  if (typeof text !== 'string') return null;
  const name = text.trim();
  return name === '' || name.length > LONGEST || UNFIT.test(name) || /^\.+$/.test(name) ? null : name;
};
