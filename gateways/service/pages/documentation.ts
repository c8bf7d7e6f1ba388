import { Readable } from 'node:stream';
import { notFound } from '../../http/answer/problem.js';
import { route, pathParameter, type Answer, type Route } from '../../http/route.js';
import { publicPath } from '../../uris/base-urls.js';
import type { RepositoryDependencies } from '../repository-dependencies.js';
import { documentationFiles } from './documentation-files.js';
import { escapeHtml } from '../../../formats/text/escape-html.js';

type ServiceAddress = Pick<RepositoryDependencies, 'baseUrls' | 'self'>;

/** The path of the service's root, so that the page works under every host name that leads to the service. */
const rootOf = ({ baseUrls, self }: ServiceAddress): string => publicPath(baseUrls[self], '');

const page = (title: string, root: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/png" href="${root}/docs/favicon-32x32.png">
<link rel="stylesheet" href="${root}/docs/swagger-ui.css">
</head>
<body>
<main id="documentation"></main>
<noscript>The document that this page shows is at <a href="${root}/openapi.json">openapi.json</a>.</noscript>
<script src="${root}/docs/swagger-ui-bundle.js"></script>
<script src="${root}/docs/start.js"></script>
</body>
</html>
`;

/** Everything comes from the service itself; requests made on the page go to its public address, too. */
const policy = (base: string): string =>
  [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(base).origin}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** `GET /docs`: the OpenAPI document as a page on which requests can be tried. */
export const showDocumentation = (on: ServiceAddress, title: string): Route =>
  route('showDocumentation', (): Promise<Answer> =>
    Promise.resolve({
      status: 200,
      headers: { 'Content-Security-Policy': policy(on.baseUrls[on.self]), 'Cache-Control': 'no-cache' },
      content: { kind: 'text', mediaType: 'text/html; charset=utf-8', text: page(title, rootOf(on)) },
    }),
  );

const accepts = (header: string | undefined, encoding: string): boolean =>
  (header ?? '').split(',').some((each) => each.trim().toLowerCase() === encoding);

/** `GET /docs/{file}`: the scripts and styles of that page. */
export const getDocumentationFile = (on: ServiceAddress): Route => {
  const fileOf = documentationFiles(() => `${rootOf(on)}/openapi.json`);
  return route('getDocumentationFile', async ({ params, header }) => {
    const name = pathParameter({ params }, 'file');
    const file = await fileOf(name);
    if (file === null) return notFound(`The documentation has no file ${name}`);
    const { mediaType, bytes, gzipped } = file;
    const compressed = accepts(header('accept-encoding'), 'gzip');
    const sent = compressed ? gzipped : bytes;
    const encoding: Record<string, string> = compressed ? { 'Content-Encoding': 'gzip' } : {};
    return {
      status: 200,
      headers: { ...encoding, Vary: 'Accept-Encoding', 'Cache-Control': 'public, max-age=86400' },
      content: { kind: 'bytes', stream: Readable.from([sent]), mediaType, size: sent.length },
    };
  });
};
