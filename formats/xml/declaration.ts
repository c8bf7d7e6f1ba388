import type { XmlDeclaration } from './tree.js';

/** An XML declaration as it stands, with the name of the encoding that the document was written in; null without. */
export interface WrittenDeclaration extends XmlDeclaration {
  readonly encoding: string | null;
}

/** What the document that begins with this text declares; null where it has no XML declaration. */
export const readDeclaration = (start: string): WrittenDeclaration | null => {
  const declaration = /^<\?xml\s[^>]*\?>/.exec(start.slice(0, 1024))?.[0];
  if (declaration === undefined) return null;
  const standalone = valueOf(declaration, 'standalone');
  return {
    version: valueOf(declaration, 'version') ?? '1.0',
    standalone: standalone === null ? null : standalone === 'yes',
    encoding: valueOf(declaration, 'encoding'),
  };
};

const valueOf = (declaration: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(declaration)?.[1] ?? null;
