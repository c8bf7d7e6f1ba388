/** A text from its last code point to its first. */
export const reversed = (text: string): string => Array.from(text).reverse().join('');
