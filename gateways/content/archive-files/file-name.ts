/** Characters that some file system does not take in a name. */
const FORBIDDEN = /[\p{Cc}"*/:<>?\\|]+/gu;

/** The longest name, in bytes of UTF-8, to which an ending and the additions of browsers are added. */
const LONGEST = 200;

/** What an archive file of a version is called, without its ending: `letters-1911-v1`, `letters-1911-v1-objects-maps`. */
export const archiveFileName = (group: string, version: string, below: string): string =>
  cut([group, version, ...(below === '' ? [] : [below])].join('-').replace(FORBIDDEN, '-').replace(/^\.+/, ''));

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

/** A Content-Disposition by which a browser stores an answer under a name (RFC 6266). */
export const attachment = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${extValue(name)}`;
};

/** As RFC 8187 has it: more is encoded than by encodeURIComponent. */
const extValue = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
