import type { XmlDeclaration } from './tree.js';

/** An XML declaration with its encoding; null without one. */
export interface WrittenDeclaration extends XmlDeclaration {
  readonly encoding: string | null;
}

/** The XML declaration at the start of a document; null where it has none. */
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
