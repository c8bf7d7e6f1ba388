import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { readOpenApi, type ServiceName } from './openapi-document.js';
import { openApiFile } from './openapi-files.js';

const HEAD = (name: ServiceName): string =>
  `// Types of the ${name} service, made by \`npm run docs\` from schemas/openapi/${name}.yaml. Not edited by hand.\n\n`;

/** The text of `clients/api/generated/<name>.d.ts`: the types of all operations of a service. */
export const clientTypes = async (name: ServiceName): Promise<string> => {
  const document = JSON.parse(JSON.stringify(readOpenApi(name))) as OpenAPI3;
  return HEAD(name) + astToString(await openapiTS(document, { silent: true }));
};

export const clientTypesFile = (name: ServiceName): string =>
  join(openApiFile(name), '..', '..', '..', 'clients', 'api', 'generated', `${name}.d.ts`);

/** What is wrong with the stored types of a service, one line each. */
export const clientTypesProblems = async (name: ServiceName): Promise<string[]> => {
  const file = clientTypesFile(name);
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return stored === (await clientTypes(name))
    ? []
    : [`clients/api/generated/${name}.d.ts is not as \`npm run docs\` writes it`];
};
