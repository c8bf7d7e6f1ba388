import { once } from 'node:events';
import { join } from 'node:path';
import type { Session } from '../../../clients/command-line/program/verb.js';
import { readConfig } from '../../config/config.js';
import { makeDataFolder } from '../../embedded/data-folder.js';
import { issuerClients, type IssuerClients } from '../../identity/issuer/issuer-clients.js';
import { issuerKeys, type IssuerKeys } from '../../identity/issuer/issuer-keys.js';
import { serveIssuer } from '../../identity/issuer/serve-issuer.js';
import { outliveOutput } from '../../log/standard-streams.js';
import { listen } from '../serving/listen.js';

interface IssuerRequest {
  /** '' to serve. */
  readonly action: '' | 'add-client' | 'rotate-keys';
  /** The client to add, and the user in its tokens. */
  readonly id: string;
  readonly user: string | null;
}

type IssuerSession = Pick<Session, 'output' | 'environment' | 'interrupted'>;

/** The client that is created at the first start. */
const FIRST_CLIENT = 'trial';

interface IssuerConfig {
  readonly host: string;
  readonly port: number;
  readonly audience: string;
  /** The client of people. */
  readonly publicClient: string;
}

const serve = async (
  { host, ...config }: IssuerConfig,
  keys: IssuerKeys,
  clients: IssuerClients,
  { output, interrupted }: IssuerSession,
): Promise<void> => {
  outliveOutput();
  const { port, audience, publicClient } = config;
  await keys.signing();
  const isNew = (await clients.ids()).length === 0;
  const secret = isNew ? await clients.add(FIRST_CLIENT, null) : null;
  const listener = await listen('local issuer', host, port);
  const issuer = listener.address;
  listener.serve(serveIssuer({ issuer, audience, keys, clients, publicClient, now: Date.now }));
  await output.write(`${JSON.stringify({ ready: true, issuer, audience, clients: await clients.ids() })}\n`);
  output.note(issuerGreeting(issuer, audience, secret === null ? null : { id: FIRST_CLIENT, secret }));
  if (!interrupted.aborted) await once(interrupted, 'abort');
  await listener.close(0);
};

/** Serves the local issuer until the session is interrupted, or changes what it knows. Rejects with faults. */
export const runIssuer = async ({ action, id, user }: IssuerRequest, session: IssuerSession): Promise<void> => {
  const { output, environment } = session;
  const { data, identity } = readConfig(environment);
  const keys = issuerKeys(join(data, 'issuer', 'keys.json'));
  const clients = issuerClients(join(data, 'issuer', 'clients.json'));
  if (await makeDataFolder(data)) output.note(`The data folder ${data} did not exist, and was created.`);
  const print = (document: object): Promise<void> => output.write(`${JSON.stringify(document)}\n`);
  switch (action) {
    case '':
      return serve(
        { host: '127.0.0.1', ...identity.localIssuer, publicClient: identity.login.clientId },
        keys,
        clients,
        session,
      );
    case 'add-client':
      return print({ client: id, secret: await clients.add(id, user) });
    case 'rotate-keys':
      return print({ kid: (await keys.rotate()).kid });
  }
};

const again = `Nobody can read a client's secret again; a new one is made by

  muniment issuer add-client <id>
`;

/** The text when the local issuer is ready; `client` is a client that was just created. */
const issuerGreeting = (
  issuer: string,
  audience: string,
  client: { readonly id: string; readonly secret: string } | null,
): string => `
The local issuer is ready. It is for trying things out, not for production.

  issuer         ${issuer}
  audience       ${audience}
${client === null ? '' : `  client id      ${client.id}\n  client secret  ${client.secret}\n`}
Start the platform for its tokens:

  MUNIMENT_AUTH_ISSUER=${issuer} MUNIMENT_AUTH_AUDIENCE=${audience} muniment start

Get a token, and ask who you are:

  curl ${issuer}/token -d grant_type=client_credentials -d client_id=${client?.id ?? '<id>'} -d client_secret=${client?.secret ?? '<secret>'} -d scope=${audience}/.default
  curl http://127.0.0.1:8080/whoami -H "Authorization: Bearer <access_token>" -H "X-Client-Identity: ${client?.id ?? '<name>'}"

Log in as a person, at a terminal:

  muniment login http://127.0.0.1:8080

Or at the console, in a browser:

  http://127.0.0.1:8080/console

${client === null ? `${again}\n` : ''}Ctrl-C stops it.
`;
