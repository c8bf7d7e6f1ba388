import type { ServerResponse } from 'node:http';
import { INERT_HEADERS } from '../../formats/media-types/inert-headers.js';

/** The browser's own viewer draws a PDF with these, and the page around it can do nothing else. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** No script of what others wrote runs with the rights of the console, in whatever way it is opened. */
const INERT = { ...INERT_HEADERS, 'Cross-Origin-Resource-Policy': 'same-origin', 'Referrer-Policy': 'no-referrer' };

const isPdf = (response: ServerResponse): boolean =>
  /^application\/pdf *(;|$)/i.test(String(response.getHeader('content-type') ?? ''));

/** Caches of others keep nothing that a person was sent, and the browser asks again, with the session that is then. */
const cachingOf = (given: string): string =>
  given === '' ? 'private, no-cache' : given.replace(/\bpublic\b/i, 'private');

const guard = (response: ServerResponse, showsPdf: boolean): void => {
  for (const name of response.getHeaderNames())
    if (name === 'set-cookie' || name.startsWith('access-control-')) response.removeHeader(name);
  for (const [name, value] of Object.entries(INERT)) response.setHeader(name, value);
  response.setHeader('Cache-Control', cachingOf(String(response.getHeader('cache-control') ?? '')));
  if (!showsPdf || !isPdf(response)) return;
  response.setHeader('Content-Security-Policy', PDF_POLICY);
  const named = String(response.getHeader('content-disposition') ?? 'inline');
  response.setHeader('Content-Disposition', named.replace(/^[^;]*/, 'inline'));
};

/**
 * Makes the answer that a service will write inert in a browser, before its headers are sent; with `showsPdf` one that is a
 * PDF is for the browser's own viewer instead.
 */
export const guardAnswer = (response: ServerResponse, showsPdf: boolean): void => {
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]) => {
    response.writeHead = writeHead;
    guard(response, showsPdf);
    return writeHead(...parts);
  };
};
