import kafkajs, { type AclEntry, type Admin } from 'kafkajs';
import type { MessageRights } from '../config/rights/rights.js';
import { kafkaClient, type KafkaConnection, type KafkaLog } from './client.js';
import { kafkaFault } from './fault.js';
import { parkedTopic, topicsOf, type TopicOptions, type Topics } from './topics.js';

// Node finds these names of the package only in its whole.
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

/** A right of one user on one topic or consumer group, or on all groups whose names begin with a prefix. */
export interface KafkaRight {
  readonly resource: 'topic' | 'group' | 'groups';
  readonly name: string;
  readonly operations: readonly (keyof typeof AclOperationTypes)[];
}

/** The part of the names of the groups in which a publisher reads the last messages. */
export const LAST_MESSAGES = 'last-messages';

/** Every process that uses Kafka creates missing topics, and looks at all. */
const onAll = ({ declared }: Topics): KafkaRight[] =>
  declared.map(({ topic }) => ({ resource: 'topic', name: topic, operations: ['CREATE', 'DESCRIBE'] }));

/** What a user with these rights needs; nothing where it has no business with Kafka. */
export const kafkaRights = ({ publishes, listens }: MessageRights, options: TopicOptions): readonly KafkaRight[] => {
  const topics = topicsOf(options);
  const heard = Object.values(listens)
    .flat()
    .map((category) => topics.of(category) ?? '');
  if (!publishes && heard.length === 0) return [];
  const publishing: KafkaRight[] = topics.published.map((name) => ({
    resource: 'topic',
    name,
    operations: ['READ', 'WRITE'],
  }));
  return [
    ...onAll(topics),
    ...(publishes ? publishing : []),
    ...(publishes
      ? [{ resource: 'groups', name: `${topics.group(LAST_MESSAGES)}.`, operations: ['READ'] } as const]
      : []),
    ...heard.map((name): KafkaRight => ({ resource: 'topic', name, operations: ['READ'] })),
    ...heard.map((name): KafkaRight => ({ resource: 'topic', name: parkedTopic(name), operations: ['WRITE'] })),
    ...Object.keys(listens).map((group): KafkaRight => ({
      resource: 'group',
      name: topics.group(group),
      operations: ['READ'],
    })),
  ];
};

const entriesOf = (user: string, rights: readonly KafkaRight[]): AclEntry[] =>
  rights.flatMap(({ resource, name, operations }) =>
    operations.map((operation) => ({
      principal: `User:${user}`,
      host: '*',
      resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
      resourceName: name,
      resourcePatternType: resource === 'groups' ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
      operation: AclOperationTypes[operation],
      permissionType: AclPermissionTypes.ALLOW,
    })),
  );

const keyOf = (entry: AclEntry): string => JSON.stringify(Object.entries(entry).toSorted());

/** The entries that the broker has for a user. */
const entriesThere = async (admin: Admin, user: string): Promise<AclEntry[]> => {
  const { resources } = await admin.describeAcls({
    principal: `User:${user}`,
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return resources.flatMap(({ resourceType, resourceName, resourcePatternType, acls }) =>
    acls.map(({ principal, host, operation, permissionType }) => ({
      ...{ principal, host, resourceType, resourceName, resourcePatternType, operation, permissionType },
    })),
  );
};

/**
 * Gives each user these rights as ACLs and takes all others from them; changes nothing where they have them. Answers how
 * many ACLs were added and removed. Rejects with KafkaFault.
 */
export const grantOnKafka = async (
  connection: KafkaConnection,
  users: ReadonlyMap<string, readonly KafkaRight[]>,
  log: KafkaLog,
): Promise<{ readonly added: number; readonly removed: number }> => {
  const admin = kafkaClient(connection, 'asking', log).admin();
  const changed = { added: 0, removed: 0 };
  try {
    await admin.connect();
    for (const [user, rights] of users) {
      const wanted = entriesOf(user, rights);
      const there = await entriesThere(admin, user);
      const known = new Set(there.map(keyOf));
      const kept = new Set(wanted.map(keyOf));
      const missing = wanted.filter((entry) => !known.has(keyOf(entry)));
      const excess = there.filter((entry) => !kept.has(keyOf(entry)));
      if (missing.length > 0) await admin.createAcls({ acl: missing });
      if (excess.length > 0) await admin.deleteAcls({ filters: excess });
      changed.added += missing.length;
      changed.removed += excess.length;
    }
    return changed;
  } catch (error) {
    throw kafkaFault(error);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
};
