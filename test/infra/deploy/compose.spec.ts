import { expect } from 'chai';
import { settings } from '../../../infra/config/settings.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rightsOf } from '../../../infra/config/rights/rights-of-roles.js';
import { parseServerUsers, type ServerUser } from '../../../infra/config/rights/server-users.js';
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
    const [, { image: ours }] = ownServices[0]!;
    const others = services.filter(({ image }) => image !== ours);
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

  describe('gives each process a user', () => {
    const users = parseServerUsers(readFileSync(join(deployFolder, 'users.json'), 'utf8'), 'users.json');
    const broker = composeFile.services['kafka']?.environment?.['KAFKA_LISTENER_NAME_CLIENT_PLAIN_SASL_JAAS_CONFIG'];
    /** Whether a service makes the user of a role, in a loop over the names of roles. */
    const makes = (service: string, [role = '']: readonly string[]): boolean => {
      const [, made = ''] = / role in (.+); do/.exec(composeFile.services[service]?.command?.join(' ') ?? '') ?? [];
      return made.split(' ').includes(role);
    };
    const userOf = ({ environment = {} }: ComposeService): ServerUser =>
      users.find(({ name }) => name === environment['AWS_ACCESS_KEY_ID'])!;

    it('with exactly its roles, by the same name and password on every server', () => {
      for (const [, service] of ownServices) {
        const { environment = {} } = service;
        const { name, roles, password } = userOf(service);
        expect(roles).to.have.members(environment['MUNIMENT_ROLES']?.split(',') ?? []);
        const { MUNIMENT_KAFKA_USER, MUNIMENT_KAFKA_PASSWORD, AWS_SECRET_ACCESS_KEY } = environment;
        expect([MUNIMENT_KAFKA_USER, MUNIMENT_KAFKA_PASSWORD, AWS_SECRET_ACCESS_KEY]).to.deep.equal([
          ...[name, password, password],
        ]);
        for (const variable of ['MUNIMENT_EVENTSTORE_URL', 'MUNIMENT_MONGODB_URL'])
          expect(environment[variable]).to.contain(`://${name}:${password}@`);
      }
    });

    it('that is made on the servers that its roles use', () => {
      for (const [, service] of ownServices) {
        const { name, roles, password } = userOf(service);
        const { messages, objects } = rightsOf(roles);
        expect(makes('eventstore-users', roles), name).to.equal(true);
        expect(makes('object-users', roles), name).to.equal(objects.length > 0);
        const usesKafka = messages.publishes || Object.keys(messages.listens).length > 0;
        expect(broker?.includes(`user_${name}="${password}"`), name).to.equal(usesKafka);
      }
    });
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
