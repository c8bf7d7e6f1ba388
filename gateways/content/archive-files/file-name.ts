/** Characters that some file system does not take in a name. */
const FORBIDDEN = /[\p{Cc}"*/:<>?\\|]+/gu;

/** The longest name, in bytes of UTF-8, to which an ending and the additions of browsers are added. */
const LONGEST = 200;

/** What an archive file of a version is called, without its ending: `letters-1911-v1`, `letters-1911-v1-objects-maps`. */
export const archiveFileName = (group: string, version: string, below: string): string =>
  safeFileName([group, version, ...(below === '' ? [] : [below])].join('-'));

/** A text as a name that every file system takes, with an ending. */
export const safeFileName = (text: string): string => cut(text.replace(FORBIDDEN, '-').replace(/^\.+/, ''));

const cut = (name: string): string => {
  let length = 0;
  let kept = '';
  for (const character of name) {
    length += Buffer.byteLength(character);
    if (length > LONGEST) break;
    kept += character;
  }
  return kept;
};
