/** One step of a page that shows what is typed and what is answered. */
export interface TypedStep {
  readonly typed: string;
  /** Null where the page shows no answer. */
  readonly answered: string | null;
}

/** The steps of a page in Markdown: each `sh` block, with the `text` block behind it where there is one. */
export const typedSteps = (page: string): TypedStep[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n^```text\n([\s\S]*?)^```)?/gm)].map(([, typed = '', answered]) => ({
    typed,
    answered: answered ?? null,
  }));

const VARYING: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w.…-]+/g, '<token>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/g, '<id>'],
  [/deposits\/[a-z0-9]+/g, 'deposits/<id>'],
  [/"[0-9a-f]{32}\\"/g, '"<ETag>\\"'],
  [/^Date: .*$/gim, 'Date: <date>'],
  [/\r/g, ''],
];

/** An answer without what is another one each time. */
export const lasting = (answer: string): string =>
  VARYING.reduce((text, [what, name]) => text.replace(what, name), answer).trimEnd();
