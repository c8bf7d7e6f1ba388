import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { acceptsEncoding } from '../http/request/negotiation.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const COMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Files below this folder have a digest in their names. */
export const HASHED = 'assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Whether the client has the version of this ETag. */
export const isNamed = ({ headers }: IncomingMessage, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

/** A file of a build, which may lie there compressed, too. */
interface BuiltFile {
  readonly folder: string;
  /** Below the folder, with slashes. */
  readonly name: string;
  /** All names of the folder. */
  readonly names: ReadonlySet<string>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers with a file, compressed beforehand where the client takes that. Rejects when the client disconnects. */
export const sendFile = async (
  request: IncomingMessage,
  response: ServerResponse,
  { folder, name, names, headers }: BuiltFile,
): Promise<void> => {
  const [encoding, suffix] = COMPRESSED.find(
    ([each, end]) => names.has(name + end) && acceptsEncoding(request.headers['accept-encoding'], each),
  ) ?? ['', ''];
  const file = await open(join(folder, name + suffix));
  try {
    const { size, mtimeMs } = await file.stat();
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}${suffix}"`;
    const caching = name.startsWith(HASHED) ? FOR_EVER : 'no-cache';
    const common = { ...headers, 'Cache-Control': caching, ETag: etag, Vary: 'Accept-Encoding' };
    if (isNamed(request, etag)) {
      response.writeHead(304, common).end();
      return;
    }
    response.writeHead(200, {
      ...common,
      ...(encoding === '' ? {} : { 'Content-Encoding': encoding }),
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Length': size,
    });
    if (request.method === 'HEAD') response.end();
    else await pipeline(file.createReadStream({ autoClose: false }), response);
  } finally {
    await file.close();
  }
};
