import { readFileSync } from 'node:fs';

/** The version of this software, as package.json gives it; the compiled file lies two folders below `dist`. */
export const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
