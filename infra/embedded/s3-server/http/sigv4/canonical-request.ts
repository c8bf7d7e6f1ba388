import { createHash } from 'node:crypto';
import type { RequestHeaders } from '../request-headers.js';
import type { Target } from '../target.js';
import { uriEncode, uriEncodePath } from '../uri-encode.js';
import type { RequestSignature } from './request-signature.js';

/** SHA-256, in hex, of the canonical request. */
export const canonicalRequestDigest = (
  method: string,
  target: Target,
  headers: RequestHeaders,
  requestSignature: RequestSignature,
): string => {
  const lines = [method, uriEncodePath(target.path), canonicalQuery(target.pairs)];
  for (const name of requestSignature.signedHeaders)
    lines.push(`${name}:${(headers[name] ?? '').trim().replace(/ {2,}/g, ' ')}`);
  lines.push('', requestSignature.signedHeaders.join(';'), requestSignature.payload);
  // Node reads one character a byte from the wire, so latin1 gives the signed bytes.
  return createHash('sha256').update(lines.join('\n'), 'latin1').digest('hex');
};

const canonicalQuery = (pairs: Target['pairs']): string => {
  if (pairs.length === 0) return '';
  return pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([aName, aValue], [bName, bValue]) => order(aName, bName) || order(aValue, bValue))
    .map((pair) => pair.join('='))
    .join('&');
};

const order = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
