import { MAIN_HELP } from '../../clients/command-line/program/main-help.js';
import { VERBS } from '../compose/program/verbs.js';

/** A text as roff has it: nothing in it is a request, and hyphens can be copied. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
    .replace(
      /[^\x00-\x7f]/gu,
      (letter) => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );

const section = (title: string, text: string): string =>
  `.SH ${title}\n.nf\n${escaped(text.replace(/\n*$/, ''))}\n.fi\n`;

/** The page of the manual, made from the help of the program and of its verbs. */
export const manPage = async (): Promise<string> => {
  const [purpose = '', ...help] = MAIN_HELP.split('\n');
  const [, what = ''] = /^muniment: (.*)\.$/.exec(purpose) ?? [];
  const verbs = await Promise.all(
    Object.entries(VERBS).map(async ([name, { load }]) => section(name.toUpperCase(), (await load()).help)),
  );
  return [
    '.\\" Made by npm run docs from the help of the verbs.\n',
    '.TH MUNIMENT 1\n',
    `.SH NAME\nmuniment \\- ${escaped(what)}\n`,
    section('SYNOPSIS', help.join('\n').replace(/^\n*Usage: /, '')),
    ...verbs.sort(),
  ].join('');
};
