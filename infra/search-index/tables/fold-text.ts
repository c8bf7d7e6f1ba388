/** Characters that SQLite ends a text at, or replaces. They count as the replacement character, as do lone surrogates. */
const UNSUPPORTED = /[\u0000\ufffe\uffff]/g;

const ASCII = /^[\u0001-\u007f]*$/;

const folded = new Map<string, string>();

/**
 * The text in which letter case makes no difference: full case folding of Unicode, code point by code point, so that ß
 * equals ss and a final sigma any other. The dotless ı stays itself, as Unicode has it outside Turkic languages.
 */
export const foldText = (text: string): string => {
  if (ASCII.test(text)) return text.toLowerCase();
  let result = '';
  for (const character of text.toWellFormed().replace(UNSUPPORTED, '\ufffd')) result += foldCharacter(character);
  return result;
};

/** At most one entry for each character of Unicode. */
const foldCharacter = (character: string): string => {
  const known = folded.get(character);
  if (known !== undefined) return known;
  // U+1E9E, the capital ß, becomes ss only by way of its small letter.
  const made = character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
  folded.set(character, made);
  return made;
};
