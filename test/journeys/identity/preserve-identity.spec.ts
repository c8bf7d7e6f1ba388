import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { listen, type HttpServer } from '../../../infra/compose/serving/listen.js';
import { issuerClients } from '../../../infra/identity/issuer/issuer-clients.js';
import { issuerKeys } from '../../../infra/identity/issuer/issuer-keys.js';
import { serveIssuer } from '../../../infra/identity/issuer/serve-issuer.js';
import { preserveEnd } from '../../support/command-line/preserve-end.js';

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
    listener.serve(
      serveIssuer({
        issuer: listener.address,
        audience: AUDIENCE,
        keys,
        clients,
        publicClient: 'muniment',
        now: Date.now,
      }),
    );
  });
  after(async () => {
    await listener.close(0);
    await rm(root, { recursive: true });
  });

  const preserve = (environment: Record<string, string>, ...more: string[]) =>
    preserveEnd([join(root, 'box'), '--as', 'letters/1911', ...more], {
      environment: {
        MUNIMENT_DATA: join(root, 'data'),
        MUNIMENT_AUTH_ISSUER: listener.address,
        MUNIMENT_AUTH_AUDIENCE: AUDIENCE,
        ...environment,
      },
    });
  const client = (words: string) => ({
    MUNIMENT_TOKEN_CLIENT_ID: 'preserve-client',
    MUNIMENT_TOKEN_CLIENT_SECRET: words,
    MUNIMENT_TOKEN_SCOPE: `${AUDIENCE}/.default`,
  });

  it('gets a token as the client of the settings, and is let in with it', async () => {
    const { code, output, messages } = await preserve(client(secret));
    expect(code, messages).to.equal(0);
    expect(output).to.contain('letters/1911@v1');
  });

  it('takes no other agent than the one of the token', async () => {
    const { code, messages } = await preserve(client(secret), '--agent', 'Clara');
    expect([code, messages]).to.deep.equal([
      2,
      'muniment: --agent cannot be used with tokens: the version is attributed to the caller named in the token.\n',
    ]);
  });

  it('says which settings it needs where it has no client', async () => {
    const { code, messages } = await preserve({});
    expect([code, messages.trim()].join(' ')).to.match(/^1 .*MUNIMENT_TOKEN_CLIENT_ID.*\.$/s);
  });

  it('says that the provider refuses its client, and no secret', async () => {
    const { code, messages } = await preserve(client('not the secret'));
    expect(code).to.be.above(0);
    expect(messages).to.contain('invalid_client').and.not.contain('not the secret');
  });
});
