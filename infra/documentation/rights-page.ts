import { rightsOf, RIGHTS } from '../config/rights/rights-of-roles.js';
import { PLACES, type Place, type Rights } from '../config/rights/rights.js';
import { ROLES, type Role } from '../config/roles.js';
import { defaultAcls, logAcl, streamPolicy, type LogUser } from '../eventstoredb/rights.js';
import { kafkaRights } from '../kafka/rights.js';
import { mongoRights } from '../mongodb/rights.js';
import { policyStatements } from '../s3/rights.js';
import { markdownTable } from './markdown-table.js';

const NONE = '–';
const code = (text: string): string => `\`${text}\``;
const listed = (texts: readonly string[]): string => (texts.length === 0 ? NONE : texts.join(', '));

/** The user of the processes of a role, in the examples of the page. */
const userOf = (role: Role): string => `muniment-${role}`;

const joined = (texts: readonly string[]): string => (texts.length === 0 ? NONE : texts.join('; '));

const placeText = ({ objects }: Rights, place: Place): string =>
  joined(
    objects
      .filter((grant) => grant.place === place)
      .map(({ prefix, rights }) => `${rights.join(', ')}${prefix === '' ? '' : ` below ${code(prefix)}`}`),
  );

const messagesText = ({ publishes, listens }: Rights['messages']): string =>
  listed([
    ...(publishes ? ['publishes'] : []),
    ...Object.entries(listens).map(([group, topics]) => `reads ${topics.map(code).join(', ')} in ${code(group)}`),
  ]);

const rowOf = (role: Role): readonly string[] => {
  const rights = RIGHTS[role];
  return [
    code(role),
    listed(rights.appends.map(code)),
    messagesText(rights.messages),
    rights.views,
    ...PLACES.map((place) => placeText(rights, place)),
  ];
};

const json = (value: unknown): string => ['```json', JSON.stringify(value, null, 2), '```'].join('\n');

const logUsers: readonly LogUser[] = ROLES.filter((role) => role !== 'console').map((role) => ({
  name: userOf(role),
  appends: RIGHTS[role].appends,
}));

/** Roles with the same rights share a row; roles without rights have none. */
const byRights = (textOf: (role: Role) => string): readonly (readonly [string, string])[] => {
  const roles = new Map<string, Role[]>();
  for (const role of ROLES) roles.set(textOf(role), [...(roles.get(textOf(role)) ?? []), role]);
  return [...roles].map(([text, those]) => [those.map(code).join(', '), text] as const);
};

const kafkaText = (role: Role): string =>
  joined(
    kafkaRights(rightsOf([role]).messages, {}).map(
      ({ resource, name, operations }) =>
        `${resource === 'groups' ? 'groups that begin with' : resource} ${code(name)}: ${operations.join(', ')}`,
    ),
  );

const mongoText = (role: Role): string =>
  mongoRights(RIGHTS[role].views)
    .map(
      ({ collection, actions }) => `${collection === '' ? 'all collections' : code(collection)}: ${actions.join(', ')}`,
    )
    .join('; ');

const policyOfStaging = (): unknown => ({
  Version: '2012-10-17',
  Statement: policyStatements(
    'muniment-staging',
    ROLES.filter((role) => role !== 'console').map((role) => ({
      principal: userOf(role),
      rights: rightsOf([role])
        .objects.filter(({ place }) => place === 'staging')
        .map(({ prefix, rights }) => ({ bucket: 'muniment-staging', prefix, rights })),
    })),
  ),
});

/** What the rights are, by role. */
const table = (): readonly string[] => [
  '# The least rights of each role',
  '',
  'A process needs these rights on the four servers, and no others; `npm run docs` writes this page from the table by which',
  'rights are also granted (`infra/config/rights`). A process with several roles needs the rights of all of them. Processes',
  'ask nothing of a server on which their roles have no rights. Every role reads the whole event log, and reads and writes the',
  'records in MongoDB by which processes coordinate.',
  '',
  markdownTable(
    ['role', 'appends to streams of', 'Kafka', 'views in MongoDB', ...PLACES.map((place) => `${place} in S3`)],
    ROLES.map(rowOf),
  ),
  '',
  '`workspaces` are `MUNIMENT_WORKSPACE_BUCKET` and the buckets of known clients, `exports` the places of',
  '`MUNIMENT_EXPORT_DESTINATIONS`, `repository` and `staging` the buckets of these names. `write` includes uploads in parts.',
  '',
];

/** How an operator grants them. */
const granting = (): readonly string[] => [
  '## Granting them',
  '',
  'A file names the users of the servers, with the roles of the processes that use each, and its password:',
  '',
  json({
    [userOf('relay')]: { roles: ['relay'], password: 'only-for-trying' },
    'muniment-workers': { roles: ['importer', 'exporter', 'pipeline'], password: 'only-for-trying' },
  }),
  '',
  'Then, with the settings of an administrator of the servers (`MUNIMENT_EVENTSTORE_URL`, `MUNIMENT_KAFKA_USER`, …):',
  '',
  '```sh',
  'npm run admin -- rights grant users.json',
  '```',
  '',
  'It may be repeated: it changes only what differs, and takes from these users what the table does not give them. Run it again',
  'after an upgrade. A user is for processes that have exactly its roles, since processes that work several kinds of jobs share a',
  'consumer group of another name. Users that are no longer in the file keep what they have on Kafka and MongoDB: delete them there.',
  '',
  '| server | who creates the users | what the command does | its administrator needs |',
  '| --- | --- | --- | --- |',
  '| EventStoreDB | you, with `POST /users` | writes the default ACLs (`$settings`) and the ACL of `$all`; with `--stream-policy` a stream policy | the group `$admins` |',
  '| Kafka | you, for SASL | adds and removes ACLs | a super user, or ALTER and DESCRIBE of the cluster |',
  '| MongoDB | the command, in the database of the views, with the password of the file | creates and updates users, and a role for each | `userAdmin` on that database |',
  '| S3 | you, with the name of the user as access key, or as the last part of its ARN (`--principal-prefix arn:aws:iam::<account>:user/`) | writes the policies of the buckets, in which it replaces its own statements only, `Muniment…` | reading and writing bucket policies |',
  '',
  '`MUNIMENT_MONGODB_URL` of a process then names the database with the user: `mongodb://muniment-relay:…@mongodb/?authSource=muniment`.',
  'A verb at the terminal that opens the servers by itself (`audit`, `adopt`, `archive`, `preserve`) needs a user with all roles but',
  '`console`; `admin relay` needs to create and write topics of another generation, which is for an administrator.',
  '',
];

const onEventStoreDb = (): readonly string[] => [
  '## EventStoreDB',
  '',
  'An EventStoreDB asks nobody for a name while it is insecure (`EVENTSTORE_INSECURE`, `?tls=false`): ACLs need TLS. They know',
  'streams and a default for all of them, but nothing of categories, and an ACL for each stream would be one more event for each;',
  'so a role may append to every stream or to none. A server with stream policies (24.10 and later, with a licence) also keeps',
  'each role to its categories. The ACLs, written to `$settings` as the default of all streams, and for `$all`:',
  '',
  json(defaultAcls(logUsers)),
  '',
  json({ $acl: logAcl(logUsers) }),
  '',
  'The stream policy, an event of the type `$policy-updated` in `$policies`:',
  '',
  json(streamPolicy(logUsers)),
  '',
];

const onOthers = (): readonly string[] => [
  '## Kafka',
  '',
  'With the topic prefix `preservation`. Every process that uses Kafka creates missing topics; `console`, `preservation`, `storage`',
  'and `projector` do not use it.',
  '',
  markdownTable(['roles', 'ACLs'], byRights(kafkaText)),
  '',
  '## MongoDB',
  '',
  'Privileges in the database `MUNIMENT_MONGODB_DATABASE`. Views are built in new collections, whose names are not known before, so',
  'a right to read or write views is one on every collection.',
  '',
  markdownTable(['roles', 'privileges'], byRights(mongoText)),
  '',
  '## S3',
  '',
  'The policy of the staging bucket with a user for each role; that of the others is made in the same way:',
  '',
  json(policyOfStaging()),
  '',
  'Where users are given policies of their own instead, as MinIO wants it, the statements are the same without `Principal`.',
  '',
];

/** The content of docs/rights.md: the least rights of each role. */
export const rightsPage = (): string => [...table(), ...granting(), ...onEventStoreDb(), ...onOthers()].join('\n');
