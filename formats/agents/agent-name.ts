const LONGEST = 256;
/**
 * Characters that no name may hold: control characters, line ends, lone surrogates, characters that XML forbids, and
 * invisible or direction-changing characters, with which one name could look like another.
 */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFE\uFFFF]/u;

/** A text as the name of an agent, without the white space around it; null where it cannot be one. */
export const agentName = (text: unknown): string | null => {
  if (typeof text !== 'string') return null;
  const name = text.trim();
  return name === '' || name.length > LONGEST || UNFIT.test(name) || /^\.+$/.test(name) ? null : name;
};
