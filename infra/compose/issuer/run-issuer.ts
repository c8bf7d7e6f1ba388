import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { Config } from '../../config/config.js';
import { issuerClients, type IssuerClients } from '../../identity/issuer/issuer-clients.js';
import { issuerKeys, type IssuerKeys } from '../../identity/issuer/issuer-keys.js';
import { serveIssuer } from '../../identity/issuer/serve-issuer.js';
import { listen } from '../serving/listen.js';

/** The environment of the command. */
export interface IssuerSurroundings {
  readonly output: (text: string) => void;
  /** For people. */
  readonly messages: (text: string) => void;
  /** Resolves when the issuer is to end. */
  readonly stopped: Promise<void>;
}

/** The client that is created at the first start. */
const FIRST_CLIENT = 'trial';

const serve = async (
  { host, ...config }: { readonly host: string; readonly port: number; readonly audience: string },
  keys: IssuerKeys,
  clients: IssuerClients,
  { output, messages, stopped }: IssuerSurroundings,
): Promise<void> => {
  const { port, audience } = config;
  await keys.signing();
  const isNew = (await clients.ids()).length === 0;
  const secret = isNew ? await clients.add(FIRST_CLIENT, null) : null;
  const listener = await listen('local issuer', host, port);
  const issuer = listener.address;
  listener.serve(serveIssuer({ issuer, audience, keys, clients }));
  output(`${JSON.stringify({ ready: true, issuer, audience, clients: await clients.ids() })}\n`);
  messages(issuerGreeting(issuer, audience, secret === null ? null : { id: FIRST_CLIENT, secret }));
  await stopped;
  await listener.close(0);
};

/** Runs `npm run issuer` with the words after its name. Rejects with a fault whose message is a sentence. */
export const runIssuer = async (
  words: readonly string[],
  { data, identity }: Pick<Config, 'data' | 'identity'>,
  surroundings: IssuerSurroundings,
): Promise<void> => {
  const { output } = surroundings;
  const keys = issuerKeys(join(data, 'issuer', 'keys.json'));
  const clients = issuerClients(join(data, 'issuer', 'clients.json'));
  const command = new Command('issuer')
    .description('A local identity provider, to try the machine-token flow on this machine.')
    .exitOverride()
    .configureOutput({ writeOut: output, writeErr: () => undefined })
    .action(() => serve({ host: '127.0.0.1', ...identity.localIssuer }, keys, clients, surroundings));
  command
    .command('add-client')
    .description('makes a client, or gives one a new secret, and prints the secret this once')
    .argument('<id>', 'its app id')
    .option('--user <name>', 'the user in its tokens; a machine has none')
    .action(async (id: string, { user }: { readonly user?: string }) => {
      output(`${JSON.stringify({ client: id, secret: await clients.add(id, user ?? null) })}\n`);
    });
  command
    .command('rotate-keys')
    .description('signs with a new key from now on; what the last one has signed still holds')
    .action(async () => output(`${JSON.stringify({ kid: (await keys.rotate()).kid })}\n`));
  try {
    await command.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.code !== 'commander.helpDisplayed') throw error;
  }
};

const again = `Nobody can read a client's secret again; a new one is made by

  npm run issuer -- add-client <id>
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

  MUNIMENT_AUTH_ISSUER=${issuer} MUNIMENT_AUTH_AUDIENCE=${audience} npm start

Get a token, and ask who you are:

  curl ${issuer}/token -d grant_type=client_credentials -d client_id=${client?.id ?? '<id>'} -d client_secret=${client?.secret ?? '<secret>'} -d scope=${audience}/.default
  curl http://127.0.0.1:8080/whoami -H "Authorization: Bearer <access_token>" -H "X-Client-Identity: ${client?.id ?? '<name>'}"

${client === null ? `${again}\n` : ''}Ctrl-C stops it.
`;
