import { request } from 'node:http';
import { connect } from 'node:net';
import type { SignedRequest } from '../s3/sigv4-signer.js';

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request with nothing added but its length, and reads the answer whole. */
export const sendSigned = (port: number, signed: SignedRequest, body: Buffer | string = ''): Promise<WireAnswer> =>
  new Promise((resolve, reject) => {
    const { method, path } = signed;
    const headers = { ...signed.headers, 'content-length': Buffer.byteLength(body) };
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const told = response.headers as Record<string, string>;
        resolve({ status: response.statusCode ?? 0, headers: told, body: Buffer.concat(pieces).toString() });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Writes bytes to a fresh connection as they are, and gives all that comes back until the server closes it. */
export const sendBytes = (port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const back: Buffer[] = [];
    socket.on('data', (piece) => back.push(piece));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(back).toString('latin1')));
    for (const piece of pieces) socket.write(piece);
  });

/** The head of a request as it goes over the wire. */
export const headOf = (
  { method, path, headers }: SignedRequest,
  more: Readonly<Record<string, string>> = {},
): string => {
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
};

export const errorCode = (answer: { readonly body: string } | string): string | undefined =>
  /<Code>([^<]+)<\/Code>/.exec(typeof answer === 'string' ? answer : answer.body)?.[1];
