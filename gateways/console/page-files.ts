import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { codeOf } from '../../flow/error-code.js';
import { notFound } from '../http/answer/problem.js';
import type { PageHeaders } from './page-policy.js';
import { HASHED, isNamed, sendFile } from './send-file.js';
import { sendShort } from './short-answer.js';

/** The built console. */
interface Build {
  /** Modification time of index.html, by which a new build is noticed. */
  readonly at: number;
  readonly page: Buffer;
  readonly etag: string;
  /** Names below the folder, with slashes, compressed ones too. */
  readonly names: ReadonlySet<string>;
}

/** The files of the console. */
export interface PageFiles {
  /** Answers a GET or HEAD for a path below the console's own, decoded; false where nothing is built. */
  serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>;
}

interface PageFilesOptions {
  /** The folder of the build. */
  readonly folder: string;
  /** The path of the console at its public address, without a slash at its end. */
  readonly publicPath: string;
  readonly headers: PageHeaders;
}

/** The element by which the page finds its files from every address, as the build writes it. */
const BASE = '<base href="/console/">';

const namesIn = async (folder: string): Promise<ReadonlySet<string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile());
  return new Set(
    files.map((each) =>
      join(each.parentPath, each.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    ),
  );
};

/** Reads a build, unless it is the known one; null where there is none. */
const readBuild = async (folder: string, publicPath: string, known: Build | null): Promise<Build | null> => {
  try {
    const index = join(folder, 'index.html');
    const { mtimeMs: at } = await stat(index);
    if (known?.at === at) return known;
    const text = (await readFile(index, 'utf8')).replace(BASE, `<base href="${publicPath}/">`);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    return { at, page: Buffer.from(text), etag, names: await namesIn(folder) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** The page itself; each use asks whether there is a newer one. */
const sendPage = (
  request: IncomingMessage,
  response: ServerResponse,
  { page, etag }: Build,
  headers: PageHeaders['page'],
): void => {
  const common = { ...headers, 'Cache-Control': 'no-cache', ETag: etag };
  if (isNamed(request, etag)) response.writeHead(304, common).end();
  else {
    const type = 'text/html; charset=utf-8';
    response.writeHead(200, { ...common, 'Content-Type': type, 'Content-Length': page.length });
    response.end(request.method === 'HEAD' ? undefined : page);
  }
};

/** The files of a build, read when they are asked for; a new build takes the place of the last without a restart. */
export const pageFiles = ({ folder, publicPath, headers }: PageFilesOptions): PageFiles => {
  let build: Build | null = null;
  return {
    serve: async (request, response, path) => {
      build = await readBuild(folder, publicPath, build);
      if (build === null) return false;
      const { names } = build;
      if (path !== 'index.html' && names.has(path))
        await sendFile(request, response, { folder, name: path, names, headers: headers.file });
      else if (path.startsWith(HASHED)) sendShort(response, notFound('The console has no such file.'));
      else sendPage(request, response, build, headers.page);
      return true;
    },
  };
};
