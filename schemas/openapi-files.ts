import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folderWithSchemas = (folder: string): string => {
  if (existsSync(join(folder, 'schemas', 'openapi', 'components.yaml'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The folder schemas/openapi was not found beside or above the program.');
  return folderWithSchemas(parent);
};

/** The path of a document, found from the location of the compiled program. */
export const openApiFile = (name: string): string =>
  join(folderWithSchemas(dirname(fileURLToPath(import.meta.url))), 'schemas', 'openapi', `${name}.yaml`);

/** The folder of the documents. */
export const openApiFolder = (): string => dirname(openApiFile('components'));
