/** A command that a page shows, and what it answers. */
export interface ShownCommand {
  readonly typed: string;
  readonly answered: string;
}

/** The commands of a page in Markdown: the lines after `$ ` in its `console` blocks. */
export const shownCommands = (page: string): ShownCommand[] =>
  [...page.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const end = step.indexOf('\n');
        return { typed: step.slice(0, end), answered: step.slice(end + 1) };
      }),
  );

/** The sections of a page below its second headings, by their names. */
export const sectionsOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section]),
  );

/** The words of a line of a shell, in which some may be in quotes. */
export const shellWords = (line: string): string[] =>
  Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g), ([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );

const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?: [+-]\d\d:\d\d)?/g, '<time>'],
  [/\b[a-z0-9]{12}\b(?!…)/g, '<id>'],
];

/** An answer without times and ids. */
export const withoutTimes = (answer: string): string =>
  VARYING.reduce((text, [what, name]) => text.replace(what, name), answer);
