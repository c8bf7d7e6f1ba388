import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';
import type { PlainGroup } from './archive-of.js';
import type { PlainVersion } from './listed-group.js';
import type { PlainFile } from './listed-files.js';

const folder = join(projectRoot, 'samples/letters-1911');
const TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  png: 'image/png',
  svg: 'image/svg+xml',
};

const mediaTypeOf = (name: string): string | null => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? null;

const sampleFiles = (): [string, PlainFile][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [`objects/${name}`, { bytes: readFileSync(join(folder, name)), mediaType: mediaTypeOf(name) }]);

const METS = { 'mets.xml': { bytes: '<mets/>', mediaType: 'application/xml' } };

/** The sample letters as the design preserves them: as they are, then with a mill renamed and a note added. */
export const lettersVersions = (): [PlainVersion, PlainVersion] => {
  const first = new Map(sampleFiles());
  const second = new Map(first);
  const mill = first.get('objects/pictures/mill.svg') ?? { bytes: '' };
  second.delete('objects/pictures/mill.svg');
  second.delete('objects/to be sorted/blank page #7.txt');
  second.set('objects/pictures/the mill.svg', mill);
  second.set('objects/1911-04-20 Jürgen an Clara.txt', { bytes: 'Dear Clara', mediaType: 'text/plain' });
  second.set('objects/1911-03-04 Clara an Jürgen.txt', { bytes: 'x'.repeat(355), mediaType: 'text/plain' });
  return [
    {
      made: '2026-11-26T14:49:15Z',
      message: 'First version',
      files: { ...METS, ...Object.fromEntries(first) },
    },
    {
      made: '2026-11-26T14:53:12Z',
      message: 'Mill renamed, note added',
      files: { ...METS, ...Object.fromEntries(second) },
    },
  ];
};

export const lettersGroup = (): PlainGroup => ({ name: 'Letters of 1911', versions: lettersVersions() });
