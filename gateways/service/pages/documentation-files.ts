import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file that the documentation page loads. */
export interface DocumentationFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
}

const compress = promisify(gzip);
const { resolve } = createRequire(import.meta.url);

/** The files of Swagger UI that the page uses, with their media types. */
const VENDORED: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The script of the page: shows the service's own document, and asks nobody else whether it is valid. */
const startScript = (documentUrl: string): string => `window.onload = () => {
  SwaggerUIBundle({
    url: ${JSON.stringify(documentUrl)},
    dom_id: '#documentation',
    deepLinking: true,
    displayRequestDuration: true,
    filter: true,
    validatorUrl: null,
    defaultModelsExpandDepth: 0,
  });
};
`;

const fileOf = async (mediaType: string, bytes: Buffer): Promise<DocumentationFile> => ({
  mediaType,
  bytes,
  gzipped: await compress(bytes),
});

/** Reads each file once, when it is first requested; answers null for any other name. */
export const documentationFiles = (
  documentUrl: () => string,
): ((name: string) => Promise<DocumentationFile | null>) => {
  const read = new Map<string, Promise<DocumentationFile>>();
  const load = async (name: string, mediaType: string): Promise<DocumentationFile> =>
    fileOf(mediaType, await readFile(resolve(`swagger-ui-dist/${name}`)));
  return (name) => {
    if (name === 'start.js') return fileOf('text/javascript; charset=utf-8', Buffer.from(startScript(documentUrl())));
    const mediaType = Object.hasOwn(VENDORED, name) ? VENDORED[name] : undefined;
    if (mediaType === undefined) return Promise.resolve(null);
    const known = read.get(name) ?? load(name, mediaType);
    read.set(name, known);
    known.catch(() => read.delete(name));
    return known;
  };
};
