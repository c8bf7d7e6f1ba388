import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../../../infra/compose/serving/listen.js';
import { issuerClients, type IssuerClients } from '../../../infra/identity/issuer/issuer-clients.js';
import { issuerKeys } from '../../../infra/identity/issuer/issuer-keys.js';
import { serveIssuer } from '../../../infra/identity/issuer/serve-issuer.js';

/** The issuer of `muniment issuer`, in this process. */
export interface OwnIssuer {
  readonly address: string;
  readonly clients: IssuerClients;
  /** Lets its clock go ahead. */
  readonly passMs: (ms: number) => void;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Called with each code that a client is given. */
  onCode: (code: string) => unknown;
  /** Types a code on its page, for a user, or refuses it. */
  readonly type: (code: string, user: string, decision?: 'allow' | 'deny') => Promise<number>;
  readonly close: () => Promise<void>;
}

export const openOwnIssuer = async (audience: string): Promise<OwnIssuer> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-issuer-'));
  const clients = issuerClients(join(folder, 'clients.json'));
  const listener = await listen('issuer', '127.0.0.1', 0);
  const { address } = listener;
  const asked: string[] = [];
  let ahead = 0;
  const serve = serveIssuer({
    issuer: address,
    audience,
    clients,
    keys: issuerKeys(join(folder, 'keys.json')),
    publicClient: 'muniment',
    now: () => Date.now() + ahead,
  });
  listener.serve((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/device_authorization') {
      const end = response.end.bind(response) as (text: string) => typeof response;
      response.end = ((text: string) => {
        const { user_code: code } = JSON.parse(text) as { readonly user_code?: string };
        if (code !== undefined) issuer.onCode(code);
        return end(text);
      }) as typeof response.end;
    }
    serve(request, response);
  });
  const issuer: OwnIssuer = {
    onCode: () => undefined,
    address,
    clients,
    asked,
    passMs: (ms) => (ahead += ms),
    type: async (code, user, decision = 'allow') => {
      const body = new URLSearchParams({ code, user, decision });
      return (await fetch(`${address}/device`, { method: 'POST', body })).status;
    },
    close: async () => {
      await listener.close(0);
      await rm(folder, { recursive: true });
    },
  };
  return issuer;
};
