import { sha256FromBase64 } from '../../../formats/digests/sha256-text.js';
import type { ObjectAddress } from '../../../formats/bytes.js';
import { escapedKey } from '../escaped-key.js';
import { EMPTY_SHA256 } from '../sha256.js';
import { copySource, type CopyPlan } from './copy-plan.js';

/** What the answer to a copy tells; the SHA-256 in lower-case hex, null where there is none. */
export interface CopiedObject {
  readonly etag: string;
  readonly sha256: string | null;
}

/** Where requests for the objects of a bucket are sent; their escaped keys follow the prefix. */
export interface Route {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly prefix: string;
}

/** A request as the SDK sends it. */
export interface SentRequest extends Omit<Route, 'prefix'> {
  readonly path: string;
}

/** What a request of the SDK for an object tells of its bucket; null where its path is not the key behind a prefix. */
export const routeOf = (
  { protocol, hostname, port, path }: SentRequest,
  { bucket, key }: ObjectAddress,
): Route | null => {
  const prefix = ['/', `/${bucket}/`].find((each) => path === each + escapedKey(key));
  return prefix === undefined ? null : { protocol, hostname, prefix, ...(port === undefined ? {} : { port }) };
};

const headersOf = ({ source, replace, onlyIf }: CopyPlan): Record<string, string> => ({
  'content-length': '0',
  'x-amz-content-sha256': EMPTY_SHA256,
  'x-amz-checksum-algorithm': 'SHA256',
  'x-amz-copy-source': copySource(source),
  'x-amz-copy-source-if-match': source.etag,
  'x-amz-metadata-directive': replace === null ? 'COPY' : 'REPLACE',
  ...(onlyIf === 'absent' ? { 'if-none-match': '*' } : {}),
  ...(typeof onlyIf === 'object' ? { 'if-match': onlyIf.etag } : {}),
  ...(replace === null || replace.contentType === null ? {} : { 'content-type': replace.contentType }),
  ...Object.fromEntries(
    Object.entries(replace?.metadata ?? {}).map(([name, value]) => [`x-amz-meta-${name.toLowerCase()}`, value]),
  ),
});

/** The request of a copy, to be signed. */
export const copyRequest = ({ prefix, ...route }: Route, plan: CopyPlan) => {
  const host = route.port === undefined ? route.hostname : `${route.hostname}:${route.port}`;
  const path = prefix + escapedKey(plan.to.key);
  return { ...route, method: 'PUT', path, query: {}, headers: { host, ...headersOf(plan) } };
};

const QUOTES = /&(?:quot|#34|#x22);/gi;

/**
 * What the answer to a copy tells; null for an error, which may come with the status 200, and for an answer that would need
 * a parser of XML.
 */
export const copiedIn = (xml: string): CopiedObject | null => {
  if (!xml.includes('<CopyObjectResult')) return null;
  const [, etag = ''] = /<ETag>([^<]*)<\/ETag>/.exec(xml) ?? [];
  const [, sha256 = ''] = /<ChecksumSHA256>([^<]*)<\/ChecksumSHA256>/.exec(xml) ?? [];
  const plain = etag.replace(QUOTES, '"');
  return plain === '' || plain.includes('&') ? null : { etag: plain, sha256: sha256FromBase64(sha256) };
};
