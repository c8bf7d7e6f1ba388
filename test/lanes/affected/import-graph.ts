import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** What a source needs at run time: sources that it imports, and files and folders that it names. */
export type Needs = (path: string) => readonly string[];

/** The project as it lies there: paths from its folder, with forward slashes. */
export interface ProjectFiles {
  readonly files: readonly string[];
  readonly read: (path: string) => string;
}

/** Types alone are gone at run time; what they hold together, the compiler checks. */
const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
};

/** A text that may name a file: `*` stands for what is known only at run time. */
const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
};

/** Texts that look like a path: with a slash, or the name of a file. */
const isPathLike = (text: string): boolean =>
  text.length < 300 && /^[\w@.*/ -]+$/.test(text) && /[/]|\.[a-z]{2,5}$/.test(text) && !/^[*./ ]*$/.test(text);

/** All that one source says of other files; imports by themselves, as only they may be of types alone. */
const textsIn = (path: string, code: string): readonly string[] => {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      if (!isTypeOnly(node) && ts.isStringLiteral(node.moduleSpecifier)) texts.push(node.moduleSpecifier.text);
      return;
    }
    const text = textOf(node);
    if (text !== null && isPathLike(text)) texts.push(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.ESNext));
  return texts;
};

/** Where a text may lead: from the source's own folder, or from the project's. */
const placesOf = (path: string, text: string): readonly string[] => {
  const plain = text.replace(/\.js$/, '.ts').replace(/^dist\//, '');
  const fromFolder = normalize(join(dirname(path), plain));
  const fromProject = normalize(plain.replace(/^(\.\.?\/)+/, ''));
  return [...new Set([fromFolder, fromProject])].map((place) => place.replace(/\/$/, ''));
};

/** Reads what every source needs, once. A text that names a folder stands for all that is in it. */
export const importGraph = ({ files, read }: ProjectFiles): Needs => {
  const known = new Set(files);
  const folders = new Map<string, string[]>();
  for (const file of files)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
      folders.set(folder, [...(folders.get(folder) ?? []), file]);
  const matching = (place: string): readonly string[] => {
    if (place.startsWith('*') || place.startsWith('..')) return [];
    const pattern = new RegExp(`^${place.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '[^/]*')}$`);
    return (folders.get(dirname(place)) ?? []).filter((file) => pattern.test(file));
  };
  /** Rooms as a whole (`events`, `infra/kafka`) are named by programs that read sources; they are not needed to run. */
  const inFolder = (place: string): readonly string[] =>
    (folders.get(place) ?? []).filter((file) => place.includes('/') && !file.endsWith('.ts'));
  const needs = new Map<string, readonly string[]>();
  return (path) => {
    const before = needs.get(path);
    if (before !== undefined) return before;
    const texts = /\.[cm]?[tj]s$/.test(path) && known.has(path) ? textsIn(path, read(path)) : [];
    const found = texts.flatMap((text) =>
      placesOf(path, text).flatMap((place) => {
        if (known.has(place)) return [place];
        return place.includes('*') ? matching(place) : inFolder(place);
      }),
    );
    const own = [...new Set(found)].filter((each) => each !== path);
    needs.set(path, own);
    return own;
  };
};

/** A source and all that it needs, however far away. */
export const closureOf = (needs: Needs, start: string): ReadonlySet<string> => {
  const seen = new Set([start]);
  for (const path of seen) for (const next of needs(path)) seen.add(next); // a set hands on what is added meanwhile
  return seen;
};

/**
 * By a file, everything that needs it, directly or not, itself included, among these starts and what they need; nothing
 * for a file that none of them needs.
 */
export const dependantsAmong = (needs: Needs, starts: readonly string[]): ((path: string) => ReadonlySet<string>) => {
  const reached = new Set(starts);
  const direct = new Map<string, string[]>();
  for (const path of reached) {
    for (const next of needs(path)) {
      reached.add(next);
      const users = direct.get(next) ?? [];
      users.push(path);
      direct.set(next, users);
    }
  }
  const directly: Needs = (path) => direct.get(path) ?? [];
  return (path) => (reached.has(path) ? closureOf(directly, path) : new Set());
};
