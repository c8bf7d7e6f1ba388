import ts from 'typescript';

/** A text of a source, in which `.*` stands for what is known only at run time. */
type Pattern = string;

const ANY = '(.*)';
const BLOCKS = new Set(['describe', 'it']);

const quoted = (text: string): Pattern => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The pattern of an expression: a literal is itself, and anything but a literal or a template any text. */
const patternOf = (node: ts.Node | undefined): Pattern => {
  if (node === undefined) return ANY;
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return quoted(node.text);
  if (!ts.isTemplateExpression(node)) return ANY;
  return quoted(node.head.text) + node.templateSpans.map(({ literal }) => ANY + quoted(literal.text)).join('');
};

const titleOf = (node: ts.Node): Pattern | null => {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return null;
  return BLOCKS.has(node.expression.text) ? patternOf(node.arguments[0]) : null;
};

const isTest = (node: ts.Node): boolean => ts.isCallExpression(node) && node.expression.getText() === 'it';

/**
 * Says of a full title, as mocha shows it (the titles of its blocks and its own, with blanks between them), whether the
 * source of a spec has a test with it. What a title takes from a table of cases must be a text or a number of the source.
 */
export const titlesIn = (source: string): ((title: string) => boolean) => {
  const titles: Pattern[] = [];
  const texts = new Set<Pattern>();
  const visit = (node: ts.Node, above: readonly Pattern[]): void => {
    const title = titleOf(node);
    const path = title === null ? above : [...above, title];
    if (title !== null && isTest(node)) titles.push(path.join(' '));
    const text = title === null ? patternOf(node) : ANY;
    if (text.replaceAll(ANY, '') !== '') texts.add(text);
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(ts.createSourceFile('spec.ts', source, ts.ScriptTarget.Latest, true), []);
  const isText = (part: string): boolean => {
    const bare = part.replace(/^"(.*)"$/, '$1');
    return bare === '' || [...texts].some((text) => new RegExp(`^${text}$`, 's').test(bare));
  };
  return (title) =>
    titles.some((each) => {
      const found = new RegExp(`^${each}$`, 's').exec(title);
      return found !== null && found.slice(1).every(isText);
    });
};
