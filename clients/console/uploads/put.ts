import { NoAnswer } from './course.js';
import type { PresignedPut, PutAnswer } from './ports.js';

/** Statuses of a store that may take the same bytes later. */
const PASSING: ReadonlySet<number> = new Set([0, 408, 429, 500, 502, 503, 504]);

const codeIn = (text: string): string => /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? '';

/** Sends bytes to the store. XMLHttpRequest, as `fetch` tells of no progress. */
export const putBytes = async (
  { url, headers }: PresignedPut,
  bytes: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<PutAnswer> => {
  const answer = await new Promise<PutAnswer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      const { status } = request;
      resolve({ status, code: codeIn(request.responseText), etag: request.getResponseHeader('etag') ?? '' });
    });
    request.addEventListener('abort', () => reject(signal.reason as Error));
    signal.addEventListener('abort', abort, { once: true });
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(bytes);
  });
  // Bytes that cannot be read any more look like a lost connection.
  if (answer.status === 0 && bytes.size > 0) await bytes.slice(0, 1).arrayBuffer();
  if (PASSING.has(answer.status)) throw new NoAnswer(`${new URL(url).origin} does not answer.`);
  return answer;
};
