import type { Servers } from './servers.js';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';

/** The roles of processes; any number of processes may have the same role. */
export const ROLES = [
  'preservation',
  'storage',
  'console',
  'projector',
  'relay',
  'importer',
  'exporter',
  'pipeline',
  'steward',
  'archiver',
] as const;

/** One of `ROLES`. */
export type Role = (typeof ROLES)[number];

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** The variables of the servers that several processes must share. */
const missing = ({ eventStore, mongodb, kafka, s3 }: Servers): string[] => [
  ...(eventStore === null ? [settings.eventStoreUrl.variable] : []),
  ...(mongodb === null ? [settings.mongodbUrl.variable] : []),
  ...(kafka === null ? [settings.kafkaBrokers.variable] : []),
  ...(s3 === null ? [settings.s3Region.variable] : []),
];

/** Reads the roles of this process, in the order of `ROLES`. */
export const readRoles = (read: SettingReader, servers: Servers): readonly Role[] => {
  const named = read.list(settings.roles);
  read.checked(settings.roles, () => named.every(isRole), `must be a list of ${ROLES.join(', ')}`);
  const roles = named.length === 0 ? ROLES : ROLES.filter((role) => named.includes(role));
  const lacking = missing(servers);
  if (roles.includes('console') && !roles.includes('preservation'))
    read.faults.push(`${settings.roles.variable} needs preservation for console, which is part of its address`);
  if (!ROLES.every((role) => role === 'console' || roles.includes(role)) && lacking.length > 0) {
    read.faults.push(
      `${settings.roles.variable} leaves roles to other processes, which can share only servers with this one: set ${lacking.join(', ')}`,
    );
  }
  return roles;
};
