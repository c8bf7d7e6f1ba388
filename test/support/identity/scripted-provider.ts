import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestKey } from './token-signer.js';

/** An identity provider that answers what a test wants it to. */
export interface ScriptedProvider {
  readonly issuer: string;
  keys: readonly TestKey[];
  /** Answers a path in another way than an honest provider would. */
  readonly answers: Map<string, RequestListener>;
  /** How often each path was asked for. */
  readonly asked: Map<string, number>;
  close(): Promise<void>;
}

export const DISCOVERY = '/.well-known/openid-configuration';

/** Opens a provider on a port of its own, or on the one given. */
export const openScriptedProvider = async (keys: readonly TestKey[], port = 0): Promise<ScriptedProvider> => {
  const answers = new Map<string, RequestListener>();
  const asked = new Map<string, number>();
  const json =
    (value: unknown): RequestListener =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const honest = new Map([
      [DISCOVERY, json({ issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: `${issuer}/token` })],
      ['/jwks', json({ keys: provider.keys.map(({ jwk }) => jwk) })],
    ]);
    const answer = answers.get(path) ?? honest.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: ScriptedProvider = {
    issuer,
    keys,
    answers,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
};
