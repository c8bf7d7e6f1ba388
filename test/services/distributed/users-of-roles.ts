import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { ServerUser } from '../../../infra/config/rights/server-users.js';
import { ROLES, type Role } from '../../../infra/config/roles.js';
import { asUser, type ClusterUsers } from '../../support/distributed/cluster-users.js';
import type { ClusterServers } from '../../support/distributed/cluster.js';
import { startProgram } from '../../support/processes/program.js';
import { service } from '../../support/services.js';
import { ownBroker } from '../kafka/support/own-broker.js';
import { ownMongod } from '../mongodb/mongod.js';
import { createS3User, openOwnServer } from '../s3/own-server.js';

/** Servers that know an administrator and one user for each role, who have no rights until they are given some. */
export interface ServersWithUsers extends ClusterServers {
  readonly users: ClusterUsers;
  /** The user of each role. */
  readonly all: readonly ServerUser[];
  close(): Promise<void>;
}

const withConsole = (role: Role): readonly Role[] => (role === 'preservation' ? ['preservation', 'console'] : [role]);

/** A user for the processes of each role; those with `console` have `preservation`, too. */
const newUsers = (): readonly ServerUser[] =>
  ROLES.filter((role) => role !== 'console').map((role) => ({
    name: `muniment-${role}`,
    roles: withConsole(role),
    password: randomUUID(),
  }));

/** Gives users their rights, as an operator does. */
const grantTo = async (users: readonly ServerUser[], settings: Readonly<Record<string, string>>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-users-'));
  const file = join(folder, 'users.json');
  const entries = users.map(({ name, roles, password }) => [name, { roles, password }]);
  await writeFile(file, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
  try {
    const words = ['admin', 'rights', 'grant', file, '--stream-policy'];
    const granting = startProgram({ file: 'infra/compose/muniment.js', words, env: settings });
    const { code } = await granting.ended;
    if (code !== 0) throw new Error(`no rights were granted: ${granting.said()}`);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Starts a broker, a document database and an object store with users; null where they are not installed. */
export const serversWithUsers = async (): Promise<ServersWithUsers | null> => {
  const cache = service('MUNIMENT_TEST_SERVICES_CACHE', 'the folder of installed servers');
  const users = newUsers();
  const administrator = { name: 'admin', password: randomUUID() };
  const passwords = Object.fromEntries([administrator, ...users].map(({ name, password }) => [name, password]));
  const broker = cache === null ? null : await ownBroker(passwords);
  if (cache === null || broker === null) return null;
  const mongod = await ownMongod(join(cache, 'mongodb', 'mongod-6.0.27'), { administrator });
  const [, , s3] = await Promise.all([broker.start(), mongod.start(), openOwnServer('versitygw', cache)]);
  for (const user of users) await createS3User(cache, s3, user);
  const onKafka = (name: string, password: string): Record<string, string> => ({
    MUNIMENT_KAFKA_SASL: 'plain',
    MUNIMENT_KAFKA_USER: name,
    MUNIMENT_KAFKA_PASSWORD: password,
  });
  return {
    kafka: broker.brokers.join(','),
    mongodb: mongod.url,
    s3: s3.at,
    all: users,
    users: {
      eventStore: passwords,
      administrator: {
        MUNIMENT_MONGODB_URL: `${asUser(mongod.url, administrator)}?authSource=admin`,
        ...onKafka(administrator.name, administrator.password),
      },
      credentialsFor(role, { eventStore, database }) {
        const user = users.find(({ roles }) => roles[0] === role);
        if (user === undefined) throw new Error(`no user has the role ${role}`);
        return {
          MUNIMENT_EVENTSTORE_URL: asUser(eventStore, user),
          MUNIMENT_MONGODB_URL: `${asUser(mongod.url, user)}?authSource=${database}`,
          ...onKafka(user.name, user.password),
          AWS_ACCESS_KEY_ID: user.name,
          AWS_SECRET_ACCESS_KEY: user.password,
        };
      },
      grant: (settings) => grantTo(users, settings),
    },
    async close() {
      await Promise.all([broker.remove(), mongod.remove(), s3.close()]);
    },
  };
};
