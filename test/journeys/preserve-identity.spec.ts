import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { listen, type HttpServer } from '../../infra/compose/serving/listen.js';
import type { Interruption } from '../../infra/compose/commands/command-surroundings.js';
import { runPreserve } from '../../infra/compose/commands/run-preserve.js';
import { issuerClients } from '../../infra/identity/issuer/issuer-clients.js';
import { issuerKeys } from '../../infra/identity/issuer/issuer-keys.js';
import { serveIssuer } from '../../infra/identity/issuer/serve-issuer.js';

const AUDIENCE = 'api://muniment';

describe('the preserve command where callers bring tokens', () => {
  let root: string;
  let listener: HttpServer;
  let secret: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-preserve-identity-'));
    await mkdir(join(root, 'box'));
    await writeFile(join(root, 'box', 'letter.txt'), 'Dear Clara');
    const keys = issuerKeys(join(root, 'issuer', 'keys.json'));
    const clients = issuerClients(join(root, 'issuer', 'clients.json'));
    secret = await clients.add('preserve-client', null);
    listener = await listen('issuer', '127.0.0.1', 0);
    listener.serve(serveIssuer({ issuer: listener.address, audience: AUDIENCE, keys, clients }));
  });
  after(async () => {
    await listener.close(0);
    await rm(root, { recursive: true });
  });

  const preserve = async (environment: Record<string, string>, ...more: string[]) => {
    const shown = { output: '', messages: '' };
    const code = await runPreserve([join(root, 'box'), '--as', 'letters/1911', ...more], {
      environment: {
        MUNIMENT_DATA: join(root, 'data'),
        MUNIMENT_LOG_LEVEL: 'error',
        MUNIMENT_AUTH_ISSUER: listener.address,
        MUNIMENT_AUTH_AUDIENCE: AUDIENCE,
        ...environment,
      },
      output: { write: (text) => (shown.output += text) },
      messages: { write: (text) => (shown.messages += text) },
      interrupted: new Promise<Interruption>(() => undefined),
    });
    return { code, ...shown };
  };
  const client = (words: string) => ({
    MUNIMENT_TOKEN_CLIENT_ID: 'preserve-client',
    MUNIMENT_TOKEN_CLIENT_SECRET: words,
    MUNIMENT_TOKEN_SCOPE: `${AUDIENCE}/.default`,
  });

  it('gets a token as the client of the settings, and is let in with it', async () => {
    const { code, output, messages } = await preserve(client(secret));
    expect(code, messages).to.equal(0);
    expect(output).to.match(/^version +v1$/m);
  });

  it('takes no other agent than the one of the token', async () => {
    const { code, messages } = await preserve(client(secret), '--agent', 'Clara');
    expect([code, messages]).to.deep.equal([
      1,
      '--agent cannot be used with tokens: the version is attributed to the caller that the token names.\n',
    ]);
  });

  it('says which settings it needs where it has no client', async () => {
    const { code, messages } = await preserve({});
    expect([code, messages.trim()].join(' ')).to.match(/^1 .*MUNIMENT_TOKEN_CLIENT_ID.*\.$/s);
  });

  it('says that the provider refuses its client, and no secret', async () => {
    const { code, messages } = await preserve(client('not the secret'));
    expect(code).to.equal(1);
    expect(messages).to.contain('invalid_client').and.not.contain('not the secret');
  });
});
