/** What a server may refuse in the name of a field, or take for an operator or a path. */
const SPECIAL = /[%.\0]|^\$/g;
const ESCAPED = /%([0-9A-F]{2})/g;

const escapeName = (name: string): string =>
  name.replace(SPECIAL, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

const unescapeName = (name: string): string =>
  name.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const renamed = (value: unknown, rename: (name: string) => string): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, rename));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), renamed(member, rename)]));
};

/** A document under names that any server stores as they are. */
export const storable = (doc: object): object => renamed(doc, escapeName) as object;

/** The document as it was before `storable`. */
export const restored = (stored: object): object => renamed(stored, unescapeName) as object;
