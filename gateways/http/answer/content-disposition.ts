/**
 * A Content-Disposition (RFC 6266): `attachment` has a browser store an answer under the name, `inline` has it shown, and
 * offers the name if it is stored.
 */
export const contentDisposition = (kind: 'attachment' | 'inline', name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extValue(name)}`;
};

/** As RFC 8187 has it: more is encoded than by encodeURIComponent. */
const extValue = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
