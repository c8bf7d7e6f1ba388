import { expect } from 'chai';
import { settings } from '../../../infra/config/settings.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLES } from '../../../infra/config/roles.js';
import { composeFile, deployFolder, ownServices, type ComposeService } from './compose-file.js';

const dependencies = ({ depends_on = [] }: ComposeService): readonly string[] =>
  Array.isArray(depends_on) ? (depends_on as readonly string[]) : Object.keys(depends_on);

const sources = (services: readonly ComposeService[]): readonly string[] =>
  services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''));

describe('the compose file of the distributed platform', () => {
  const services = Object.values(composeFile.services);

  it('runs every role twice', () => {
    const roles = ownServices.flatMap(([, { environment = {} }]) => environment['MUNIMENT_ROLES']?.split(',') ?? []);
    expect(roles).to.have.members([...ROLES, ...ROLES]);
  });

  it('builds our one image and pins the versions of all others', () => {
    expect(new Set(ownServices.map(([, { image }]) => image)).size).to.equal(1);
    const others = services.filter(({ build }) => build === undefined);
    for (const { image } of others) expect(image).to.match(/:v?\d+\.\d+/);
  });

  it('builds it from a file that is there', () => {
    for (const [, { build }] of ownServices)
      expect(existsSync(join(deployFolder, build!.context, build!.dockerfile))).to.equal(true);
  });

  it('has a first process in the image that ends what killed tools leave', () => {
    const lines = readFileSync(join(deployFolder, 'Containerfile'), 'utf8').split('\n');
    expect(lines.find((line) => line.startsWith('ENTRYPOINT'))).to.equal('ENTRYPOINT ["/usr/bin/tini", "--"]');
    expect(lines.some((line) => /apt-get install .*\btini\b/.test(line))).to.equal(true);
  });

  it('waits only for services, and keeps data only in volumes and files, that it has', () => {
    for (const service of services)
      for (const name of dependencies(service)) expect(composeFile.services).to.have.property(name);
    for (const source of sources(services))
      if (source.startsWith('.')) expect(existsSync(join(deployFolder, source)), source).to.equal(true);
      else expect(composeFile.volumes).to.have.property(source);
  });

  it('balances over every gateway', () => {
    const balancer = readFileSync(join(deployFolder, 'gateways.conf'), 'utf8');
    const gateways = Object.keys(composeFile.services).filter((name) => /^(preservation|storage)-/.test(name));
    for (const name of gateways) expect(balancer).to.match(new RegExp(`server ${name}:80`));
  });

  it('lets pages at its public address upload to the public address of its objects', () => {
    const [text = ''] = /\{"CORSRules".*\}/s.exec(composeFile.services['buckets']?.command?.join(' ') ?? '') ?? [];
    const { CORSRules } = JSON.parse(text) as { readonly CORSRules: readonly { readonly AllowedOrigins: string[] }[] };
    for (const [, { environment = {} }] of ownServices) {
      expect(CORSRules.map((each) => each.AllowedOrigins)).to.deep.equal([[environment['MUNIMENT_PRESERVATION_URL']]]);
      const { port } = new URL(environment['MUNIMENT_S3_PUBLIC_URL'] ?? '');
      expect(composeFile.services['s3']?.ports).to.deep.equal([`127.0.0.1:${port}:7070`]);
    }
  });

  it('gives the clients of its identity provider the secrets and the audience that the roles are told', () => {
    const realm = JSON.parse(readFileSync(join(deployFolder, 'realm.json'), 'utf8')) as {
      readonly realm: string;
      readonly clients: readonly {
        readonly clientId: string;
        readonly secret?: string;
        readonly publicClient?: true;
      }[];
    };
    for (const [, { environment = {} }] of ownServices) {
      const [id, secret] = [environment['MUNIMENT_TOKEN_CLIENT_ID'], environment['MUNIMENT_TOKEN_CLIENT_SECRET']];
      expect(realm.clients.find(({ clientId }) => clientId === id)?.secret).to.equal(secret);
      expect(environment['MUNIMENT_AUTH_ISSUER']).to.match(new RegExp(`/realms/${realm.realm}$`));
      const known = JSON.parse(environment['MUNIMENT_KNOWN_CLIENTS'] ?? '{}') as object;
      const machines = realm.clients.filter(({ publicClient }) => publicClient !== true);
      expect(Object.keys(known)).to.have.members(machines.map(({ clientId }) => clientId));
      for (const client of realm.clients)
        expect(JSON.stringify(client)).to.contain(
          `"included.custom.audience":"${environment['MUNIMENT_AUTH_AUDIENCE']}"`,
        );
    }
  });

  it('has a client for people, at a terminal and at the console, under the name that the services tell', () => {
    const { clients } = JSON.parse(readFileSync(join(deployFolder, 'realm.json'), 'utf8')) as {
      readonly clients: readonly { readonly publicClient?: true }[];
    };
    expect(clients.find(({ publicClient }) => publicClient === true)).to.deep.include({
      clientId: settings.loginClientId.fallback,
      redirectUris: ['http://localhost:8080/console/api/signed-in'],
      attributes: {
        'oauth2.device.authorization.grant.enabled': 'true',
        'post.logout.redirect.uris': 'http://localhost:8080/console/sign-in',
      },
    });
  });
});
