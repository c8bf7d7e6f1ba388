const LONGEST = 256;
/** What no name has: control characters, line ends, halves of pairs, and what XML cannot hold. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;

/** A text as the name of an agent, without the white space around it; null where it cannot be one. */
export const agentName = (text: unknown): string | null => {
  if (typeof text !== 'string') return null;
  const name = text.trim();
  return name === '' || name.length > LONGEST || UNFIT.test(name) || /^\.+$/.test(name) ? null : name;
};

/** The bytes of a header as text: UTF-8 where they are that, else Latin-1. */
const headerText = (value: string): string => {
  const bytes = Buffer.from(value, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
};

/** The name in a header that came once; null where it came more often, not at all, or with no name in it. */
export const nameInHeader = (values: readonly string[]): string | null => {
  const [value, ...others] = values;
  return value === undefined || others.length > 0 ? null : agentName(headerText(value));
};
