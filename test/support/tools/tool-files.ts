import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../infra/config/config.js';
import type { ToolsConfig } from '../../../infra/config/tools.js';
import type { ScannedFile } from '../../../formats/tools/findings/findings.js';
import type { LocalFile, ToolCall, VirusScanner } from '../../../formats/tools/findings/tool-ports.js';
import { collected } from '../collected.js';

/** Names that tools have trouble with. */
export const ODD_NAMES = [
  'with spaces.txt',
  '-dash.txt',
  '--list',
  'a#b.txt',
  'a: OK',
  '100%.txt',
  '🎞️.txt',
  'é.txt'.normalize('NFC'),
  'è.txt'.normalize('NFD'),
  'a\nb.txt',
  'ends with return\r',
  'star*[x]?.txt',
  'quote"\'`$HOME\\.txt',
  ' leading and trailing ',
];

/** Writes files of these names, each with other content. */
export const writeFiles = (folder: string, names: readonly string[]): readonly LocalFile[] => {
  mkdirSync(folder, { recursive: true });
  return names.map((name) => {
    const location = join(folder, name);
    writeFileSync(location, `content of ${name}\n`);
    return { path: `objects/${name}`, location };
  });
};

/** The settings of tools, by the folder of their commands. */
export const toolsConfig = (path: string, environment: Readonly<Record<string, string>> = {}): ToolsConfig =>
  readConfig({ PATH: `${path}:/usr/bin:/bin`, ...environment }).tools;

/** A call that nothing ends. */
export const anyCall = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal });

/** The results of a whole scan, which has come to its end. */
export const scanned = async (
  scanner: VirusScanner,
  files: readonly LocalFile[],
  call: ToolCall = anyCall(),
): Promise<readonly ScannedFile[]> => {
  await using scan = await scanner.begin(call);
  const results = await collected(scan.scan(files));
  await scan.end();
  return results;
};
