import type { Report } from '../finding.js';
import { readBytes } from '../object-reader.js';
import type { ObjectReader } from '../object-reader.js';
import type { ObjectTree } from './object-tree.js';

/** Checks the version declaration (OCFL 1.1, 3.2); gives the declared OCFL version, null when there is none. */
export const checkDeclaration = async (
  reader: ObjectReader,
  tree: ObjectTree,
  report: Report,
): Promise<string | null> => {
  const names = [...tree.children('')].filter(([name, kind]) => kind === 'file' && name.startsWith('0='));
  const [name] = names.map(([each]) => each);
  if (name === undefined) {
    report('E003', 'The object has no version declaration.', '');
    return null;
  }
  if (names.length > 1) report('E003', `The object has ${names.length} version declarations.`, '');
  const version = /^0=ocfl_object_(1\.[01])$/.exec(name)?.[1];
  if (version === undefined) {
    const code = name.startsWith('0=ocfl_object_') ? 'E004' : 'E006';
    report(code, `'${name}' does not declare an object of OCFL 1.0 or 1.1.`, name);
    return null;
  }
  const content = await readBytes(reader, name);
  if (content.toString('utf8') !== `${name.slice('0='.length)}\n`)
    report('E007', `The declaration does not hold '${name.slice('0='.length)}' and a newline.`, name);
  return version;
};
