/** What a server may refuse in the name of a field, or take for an operator or a path. */
const SPECIAL = /[%.\0]|^\$/g;
const ESCAPED = /%([0-9A-F]{2})/g;

const escapeName = (name: string): string =>
  name.replace(SPECIAL, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

const unescapeName = (name: string): string =>
  name.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const hasName = (value: unknown, isMeant: (name: string) => boolean): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => hasName(item, isMeant));
  return Object.keys(value).some((name) => isMeant(name) || hasName((value as Record<string, unknown>)[name], isMeant));
};

const renamed = (value: unknown, rename: (name: string) => string): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, rename));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), renamed(member, rename)]));
};

/** A document under names that any server stores as they are. */
export const storable = (doc: object): object =>
  hasName(doc, (name) => /[%.\0]|^\$/.test(name)) ? (renamed(doc, escapeName) as object) : doc;

/** The document as it was before `storable`. */
export const restored = (stored: object): object =>
  hasName(stored, (name) => name.includes('%')) ? (renamed(stored, unescapeName) as object) : stored;
