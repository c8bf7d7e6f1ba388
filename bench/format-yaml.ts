import { createHash } from 'node:crypto';
import { parseYaml } from '../formats/tools/format-identification/parse-yaml.js';
import { plainDocument } from '../formats/tools/format-identification/plain-yaml.js';
import type { Figure } from './figure.js';
import { median, secondsOf } from './measure.js';

const FILES = 20_000;
const ROUNDS = 5;

/** A YAML document of Siegfried for one file, with a match in each of two registries. */
const documentOf = (file: number): string[] =>
  `filename : 'objects/letters/folder ${file % 100}/letter ${file} #1.tif'
filesize : ${10_000 + file}
modified : 2025-04-20T12:45:53+01:00
errors   : 
sha256   : ${createHash('sha256').update(String(file)).digest('hex')}
matches  :
  - ns      : 'pronom'
    id      : 'fmt/353'
    format  : 'Tagged Image File Format'
    version : 
    mime    : 'image/tiff'
    class   : 'Image (Raster)'
    basis   : 'extension match tif; byte match at 0, 4 (signature 1/2)'
    warning : 
  - ns      : 'loc'
    id      : 'fdd000022'
    format  : 'TIFF, Revision 6.0'
    full    : 'TIFF (Tagged Image File Format), Revision 6.0'
    mime    : 'image/tiff'
    basis   : 'extension match tif; byte match at 0, 4 (signature 1/2)'
    warning : `.split('\n');

/** Siegfried's YAML documents, read by our own reader and by the `yaml` package, alternately. */
export const formatYamlBench = async (): Promise<readonly Figure[]> => {
  const documents = Array.from({ length: FILES }, (_, file) => documentOf(file));
  const plain = () => documents.filter((lines) => plainDocument(lines) !== null).length;
  const parsed = () => documents.filter((lines) => parseYaml(lines.join('\n')) !== undefined).length;
  const rate = async (read: () => number): Promise<number> => {
    const seconds = await secondsOf(() => {
      if (read() !== FILES) throw new Error('a document was not read');
      return Promise.resolve();
    });
    return FILES / seconds;
  };
  const [byUs, byPackage]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    byUs.push(await rate(plain));
    byPackage.push(await rate(parsed));
  }
  const name = `Siegfried's YAML of ${FILES.toLocaleString('en')} files, read by`;
  const ratio = { to: 'the yaml package', value: median(byUs) / median(byPackage), goal: 1.3 };
  return [
    { name: `${name} the line reader`, value: median(byUs), unit: 'files/s', ratio },
    { name: `${name} the yaml package`, value: median(byPackage), unit: 'files/s' },
  ];
};
