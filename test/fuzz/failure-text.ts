const MOST_CHARACTERS = 6000;

/** What schemathesis has said about failures, with curl commands: about one operation, or all. */
export const failureText = (said: string, label?: string): string => {
  const failures = said.slice(Math.max(0, said.search(/^=+ (?:ERRORS|FAILURES) =+$/m)));
  const blocks = failures.split(/^(?=_{3,} .+ _{3,}$)/m);
  const own = label === undefined ? blocks : blocks.filter((block) => block.slice(0, 200).includes(` ${label} `));
  const text = (own.length === 0 ? blocks : own).join('');
  return `\n${text.slice(0, MOST_CHARACTERS)}\n`;
};
