import { escapedKey } from '../escaped-key.js';
import { EMPTY_SHA256 } from '../../../formats/digests/sha256-text.js';
import { copySource, type CopyPlan } from './copy-plan.js';

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

/** The request of a copy into a bucket at this address, to be signed. */
export const copyRequest = (bucketUrl: string, plan: CopyPlan) => {
  const { protocol, hostname, host, port, pathname } = new URL(`${bucketUrl}/`);
  return {
    ...{ protocol, hostname, method: 'PUT', path: pathname + escapedKey(plan.to.key), query: {} },
    ...(port === '' ? {} : { port: Number(port) }),
    headers: { host, ...headersOf(plan) },
  };
};
