import {
  BACKWARDS,
  END,
  jsonEvent,
  StreamNotFoundError,
  type Credentials,
  type EventStoreDBClient,
  type JSONType,
} from '@eventstore/db-client';
import { APPENDED, type AppendedCategory } from '../config/rights/rights.js';
import { clientSource } from './connection-string.js';
import { readFault } from './faults.js';
import { sharedClient } from './shared-client.js';

/** A user, and the categories of streams that it appends to. It reads the whole log. */
export interface LogUser {
  readonly name: string;
  readonly appends: readonly AppendedCategory[];
}

/** Who may read, write, delete a stream, and read and write its metadata. */
export interface StreamAcl {
  readonly $r: readonly string[];
  readonly $w: readonly string[];
  readonly $d: readonly string[];
  readonly $mr: readonly string[];
  readonly $mw: readonly string[];
}

const ADMINS = '$admins';

const acl = (readers: readonly string[], writers: readonly string[]): StreamAcl => ({
  $r: [ADMINS, ...readers],
  $w: [ADMINS, ...writers],
  $d: [ADMINS],
  $mr: [ADMINS],
  $mw: [ADMINS],
});

const namesOf = (users: readonly LogUser[]): readonly string[] => users.map(({ name }) => name);

/**
 * The default ACLs of a server, which every stream has that has none of its own. They know nothing of categories: who
 * appends to one may append to all.
 */
export const defaultAcls = (users: readonly LogUser[]) => ({
  $userStreamAcl: acl(namesOf(users), namesOf(users.filter(({ appends }) => appends.length > 0))),
  $systemStreamAcl: acl([], []),
});

/** The ACL of `$all`, the whole log. */
export const logAcl = (users: readonly LogUser[]): StreamAcl => acl(namesOf(users), []);

/**
 * The stream policy of a server that has them (24.10 and later, with a licence): as the ACLs, but each user appends only to
 * streams of its categories. Nobody appends to others.
 */
export const streamPolicy = (users: readonly LogUser[]) => ({
  streamPolicies: {
    adminsDefault: acl([], []),
    log: logAcl(users),
    othersDefault: acl(namesOf(users), []),
    ...Object.fromEntries(
      APPENDED.map((category) => [
        category,
        acl(namesOf(users), namesOf(users.filter(({ appends }) => appends.includes(category)))),
      ]),
    ),
  },
  streamRules: [
    { startsWith: '$all', policy: 'log' },
    ...APPENDED.map((category) => ({ startsWith: `${category}-`, policy: category })),
  ],
  defaultStreamRules: { userStreams: 'othersDefault', systemStreams: 'adminsDefault' },
});

/** What is given to the server: ACLs, or where it has them, a stream policy. */
export type LogGrant = 'acls' | 'stream-policy';

interface Setting {
  readonly stream: string;
  readonly type: string;
  readonly data: JSONType;
}

const METADATA_OF_LOG = '$$$all';

const settingsOf = (users: readonly LogUser[], grant: LogGrant): readonly Setting[] =>
  grant === 'acls'
    ? [
        { stream: METADATA_OF_LOG, type: '$metadata', data: { $acl: logAcl(users) } },
        { stream: '$settings', type: 'update-default-acl', data: defaultAcls(users) },
      ]
    : [
        { stream: '$policies', type: '$policy-updated', data: streamPolicy(users) },
        {
          stream: '$authorization-policy-settings',
          type: '$authorization-policy-changed',
          data: { streamAccessPolicyType: 'streampolicy' },
        },
      ];

/** The text of the last event of a stream; null where it has none. */
const lastOf = async (client: EventStoreDBClient, stream: string, credentials: Credentials): Promise<string | null> => {
  try {
    const options = { direction: BACKWARDS, fromRevision: END, maxCount: 1, credentials } as const;
    let last: string | null = null;
    for await (const { event } of client.readStream(stream, options)) last = JSON.stringify(event?.data);
    return last;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return null;
    throw error;
  }
};

/**
 * Gives the users these rights, and nobody else but administrators any; changes nothing where the server has them. The
 * users must be there, and the connection string that of an administrator. Answers the streams that were appended to.
 * Rejects with EventStoreFault.
 */
export const grantOnLog = async (
  connectionString: string,
  users: readonly LogUser[],
  grant: LogGrant,
): Promise<readonly string[]> => {
  const { credentials, open } = clientSource(connectionString);
  const shared = sharedClient(open(), () => undefined);
  const release = shared.addCall();
  const { client } = shared;
  const changed: string[] = [];
  try {
    for (const { stream, type, data } of settingsOf(users, grant)) {
      if ((await lastOf(client, stream, credentials)) === JSON.stringify(data)) continue;
      await client.appendToStream(stream, jsonEvent({ type, data }), { credentials });
      changed.push(stream);
    }
    return changed;
  } catch (error) {
    throw readFault(error);
  } finally {
    release();
    await shared.close();
  }
};
