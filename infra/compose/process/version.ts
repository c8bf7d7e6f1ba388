import { existsSync, readFileSync } from 'node:fs';

/** The nearest package.json above this file, wherever it was compiled to. */
const packageFile = (from: URL): URL => {
  const file = new URL('package.json', from);
  return existsSync(file) || from.pathname === '/' ? file : packageFile(new URL('..', from));
};

const file = packageFile(new URL('.', import.meta.url));

/** The folder of this software, with a slash at its end. */
export const softwareFolder = new URL('.', file);

/** The version of this software, from package.json. */
export const { version } = JSON.parse(readFileSync(file, 'utf8')) as {
  version: string;
};
