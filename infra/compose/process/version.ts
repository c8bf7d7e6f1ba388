import { existsSync, readFileSync } from 'node:fs';

/** The nearest package.json above this file, wherever it was compiled to. */
const packageFile = (from: URL): URL => {
  const file = new URL('package.json', from);
  return existsSync(file) || from.pathname === '/' ? file : packageFile(new URL('..', from));
};

/** The version of this software, from package.json. */
export const { version } = JSON.parse(readFileSync(packageFile(new URL('.', import.meta.url)), 'utf8')) as {
  version: string;
};
