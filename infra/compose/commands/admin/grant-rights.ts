import { columns } from '../../../../clients/command-line/output/columns.js';
import type { Ended, Session } from '../../../../clients/command-line/program/verb.js';
import { ConfigFault, type Config } from '../../../config/config.js';
import { rightsOf } from '../../../config/rights/rights-of-roles.js';
import type { Rights } from '../../../config/rights/rights.js';
import { readServerUsers, type ServerUser } from '../../../config/rights/server-users.js';
import { whenAvailable } from '../../process/when-available.js';
import { bucketRights } from '../../stores/bucket-rights.js';
import { kafkaConnection } from '../../stores/kafka.js';
import { withinSession, type Interruptible } from '../within-session.js';

/** What is granted, and how. */
export interface GrantRequest {
  /** The file of users. */
  readonly users: string;
  /** What comes before a user in the policies of buckets; empty where its name is enough. */
  readonly principalPrefix: string;
  /** Whether EventStoreDB is given a stream policy in the place of ACLs. */
  readonly streamPolicy: boolean;
}

/** What was done on one server; `changes` is a short text, or null where everything was as it should be. */
interface Granted {
  readonly server: 'EventStoreDB' | 'Kafka' | 'MongoDB' | 'S3';
  readonly changes: string | null;
}

interface Granting extends Pick<Interruptible, 'config' | 'log' | 'waiting'> {
  readonly request: GrantRequest;
  readonly users: readonly (ServerUser & { readonly rights: Rights })[];
}

const onLog = async ({ config, waiting, users, request }: Granting): Promise<Granted[]> => {
  const { eventStore } = config.servers;
  if (eventStore === null) return [];
  const { grantOnLog } = await import('../../../eventstoredb/rights.js');
  const readers = users.map(({ name, rights: { appends } }) => ({ name, appends }));
  const grant = request.streamPolicy ? 'stream-policy' : 'acls';
  const changed = await whenAvailable('the event store', waiting, () => grantOnLog(eventStore.url, readers, grant));
  return [{ server: 'EventStoreDB', changes: changed.length === 0 ? null : `${changed.join(' and ')} written` }];
};

const onKafka = async ({ config, log, waiting, users }: Granting): Promise<Granted[]> => {
  const { kafka } = config.servers;
  if (kafka === null) return [];
  const { grantOnKafka, kafkaRights } = await import('../../../kafka/rights.js');
  const topics = { prefix: kafka.topicPrefix };
  const rights = new Map(users.map(({ name, rights: { messages } }) => [name, kafkaRights(messages, topics)]));
  const { added, removed } = await whenAvailable('Kafka', waiting, () =>
    grantOnKafka(kafkaConnection(kafka), rights, log('broker')),
  );
  return [{ server: 'Kafka', changes: added + removed === 0 ? null : `${added} ACLs added, ${removed} removed` }];
};

const onMongo = async ({ config, waiting, users }: Granting): Promise<Granted[]> => {
  const { mongodb } = config.servers;
  if (mongodb === null) return [];
  const { grantOnMongo, mongoRights } = await import('../../../mongodb/rights.js');
  const given = users.map(({ name, password, rights: { views } }) => ({ name, password, rights: mongoRights(views) }));
  await whenAvailable('the read models', waiting, () => grantOnMongo(mongodb, given));
  return [{ server: 'MongoDB', changes: `${given.length} users and their roles written` }];
};

const onObjects = async ({ config, waiting, users, request }: Granting): Promise<Granted[]> => {
  const { s3 } = config.servers;
  if (s3 === null) return [];
  const { grantOnBuckets } = await import('../../../s3/rights.js');
  const given = users.map(({ name, rights: { objects } }) => ({
    principal: request.principalPrefix + name,
    rights: bucketRights(config, objects),
  }));
  const buckets = [...new Set(given.flatMap(({ rights }) => rights.map(({ bucket }) => bucket)))];
  const { endpoint, region, pathStyle } = s3;
  const settings = { region, forcePathStyle: pathStyle, ...(endpoint === null ? {} : { endpoint }) };
  const changed = await whenAvailable('the object store', waiting, () => grantOnBuckets(settings, buckets, given));
  return [{ server: 'S3', changes: changed.length === 0 ? null : `policies of ${changed.join(', ')} written` }];
};

const requireServer = ({ servers }: Config): void => {
  if (Object.values(servers).some((each) => each !== null)) return;
  throw new ConfigFault('The settings name no server on which rights could be granted.');
};

/**
 * Gives the users of a file the rights of their roles, on each server that the settings name, as its administrator. Rejects
 * with ServerUsersFault, ConfigFault and the faults of the servers; the same again goes on where it ended.
 */
export const grantRights = async (request: GrantRequest, session: Session): Promise<Ended> => {
  const users = readServerUsers(request.users).map((user) => ({ ...user, rights: rightsOf(user.roles) }));
  const granted = await withinSession(session, async (within) => {
    requireServer(within.config);
    const granting = { ...within, request, users };
    const done: Granted[] = [];
    for (const grant of [onLog, onKafka, onMongo, onObjects]) done.push(...(await grant(granting)));
    return done;
  });
  const { output } = session;
  if (output.form !== 'json') {
    const rows = granted.map(({ server, changes }) => [server, changes ?? 'nothing to change']);
    const head = [{ name: 'SERVER' }, { name: 'DONE' }];
    await output.write(columns({ head, rows, output, isHeadShown: false }));
  }
  return { code: 0, summary: { granted } };
};
