import { FOLLOWERS, LETTERS } from './nc-name-characters.js';

const characterClass = (table: string): string => {
  const ranges = table.trim().split(/\s+/);
  return ranges.map((range) => range.replace(/[0-9a-f]+/g, (code) => `\\u{${code}}`)).join('');
};

const START = new RegExp(`[_${characterClass(LETTERS)}]`, 'u');
const FOLLOWER = new RegExp(`[-._${characterClass(LETTERS)}${characterClass(FOLLOWERS)}]`, 'u');

const WHOLE = new RegExp(`^${START.source}(?:${FOLLOWER.source})*$`, 'u');

/** The characters to look at: those that a name cannot hold at their place, and underscores. */
const NOTABLE = new RegExp(`^[^${START.source.slice(1)}|[^${FOLLOWER.source.slice(1)}|_`, 'gu');

/** Whether a text is an NCName as it stands. */
export const isNcName = (text: string): boolean => WHOLE.test(text);

/** The text after an underscore that a reader would take for an escape. */
const ESCAPE_BODY = /^[xX](?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{4})/;

/**
 * Writes any text as an NCName; different texts give different names. A character that a name cannot hold at its place
 * becomes `_xHHHH_` (eight digits beyond the basic plane), and so does an underscore that would otherwise begin such an
 * escape (companion 5.9).
 */
export const encodeNcName = (text: string): string =>
  text.replace(NOTABLE, (character: string, at: number) => {
    const legal = (at === 0 ? START : FOLLOWER).test(character);
    return legal && !(character === '_' && looksEscaped(text.slice(at + 1, at + 11))) ? character : escaped(character);
  });

const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `_x${code.padStart(code.length > 4 ? 8 : 4, '0')}_`;
};

/**
 * Whether the text begins with the body of an escape and an underscore after it, its own or the first of another
 * escape.
 */
const looksEscaped = (rest: string): boolean => {
  for (const length of [5, 9]) {
    const end = rest.slice(length, length + 1);
    const body = ESCAPE_BODY.exec(rest.slice(0, length))?.[0];
    if (body?.length === length && end !== '' && (end === '_' || !FOLLOWER.test(end))) return true;
  }
  return false;
};
