import ts from 'typescript';

/** A step of a source on which it rests that something is durable. */
export interface Sync {
  /** A path from the project's folder. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  /** Where it begins and ends in the source. */
  readonly start: number;
  readonly end: number;
  /** What stands in its place when it is taken out. */
  readonly without: string;
}

const SYNC_NAME = /^#?(f|fdata)?sync(?![a-z])/;
const DURABLE_COMMITS = /\bsynchronous = (EXTRA|FULL|NORMAL)\b/i;

const NOTHING = 'Promise.resolve()';

const isSyncName = (name: ts.Node | undefined): boolean =>
  name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) && SYNC_NAME.test(name.text);

const isSyncCall = (node: ts.Node): boolean => {
  if (!ts.isCallExpression(node)) return false;
  return isSyncName(ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression);
};

/** Whether it is a function, or is given to a constant or property, that is named as a sync. */
const isSyncFunction = (node: ts.Node): boolean => {
  if (!ts.isFunctionLike(node)) return false;
  const named = ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? node.parent : node;
  return 'name' in named && isSyncName(named.name as ts.Node | undefined);
};

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** What stands in place of the node when it is taken out; null where it is no sync. */
const withoutIt = (node: ts.Node): string | null => {
  if (isSyncCall(node)) return NOTHING;
  if (isText(node) && DURABLE_COMMITS.test(node.getText()))
    return node.getText().replace(DURABLE_COMMITS, 'synchronous = OFF');
  const isWait = ts.isAwaitExpression(node.parent) && isSyncFunction(ts.findAncestor(node, ts.isFunctionLike) ?? node);
  return isWait ? NOTHING : null;
};

/**
 * The syncs in a source, found by their form: calls of what is named `sync`, `fsync…`, `fdatasync…` or `sync` and more
 * words; what a function of such a name awaits beside them; and SQL that has commits of SQLite synced. Of those within
 * each other, the innermost; in the order of the source.
 */
export const syncsIn = (file: string, text: string): readonly Sync[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const syncs: Sync[] = [];
  const visit = (node: ts.Node): void => {
    const before = syncs.length;
    ts.forEachChild(node, visit);
    const without = withoutIt(node);
    if (without === null || syncs.length > before) return;
    const [start, end] = [node.getStart(), node.getEnd()];
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    syncs.push({ file, line, text: node.getText(), start, end, without });
  };
  ts.forEachChild(source, visit);
  return syncs;
};
