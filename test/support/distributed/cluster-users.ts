import type { Users } from '../eventstoredb/authorization.js';

/** The users of the servers of a cluster: an administrator, and one for the processes of each role. */
export interface ClusterUsers {
  /** Passwords by name, with that of `admin`; null where the event store asks nobody for a name. */
  readonly eventStore: Users | null;
  /** The settings of the administrator of the other servers. */
  readonly administrator: Readonly<Record<string, string>>;
  /** The settings of the processes of a role, for these databases; they replace those of the administrator. */
  credentialsFor(role: string, at: { readonly eventStore: string; readonly database: string }): Record<string, string>;
  /** Gives the users their rights, with the settings of the administrator. */
  grant(settings: Readonly<Record<string, string>>): Promise<void>;
}

/** Of servers that ask nobody for a name. */
export const NO_USERS: ClusterUsers = {
  eventStore: null,
  administrator: {},
  credentialsFor: () => ({}),
  grant: () => Promise.resolve(),
};

/** A connection string, of a user. */
export const asUser = (url: string, { name, password }: { readonly name: string; readonly password: string }): string =>
  url.replace('://', `://${name}:${encodeURIComponent(password)}@`);

/** The address of the event store for its administrator. */
export const administratorOf = (url: string, { eventStore }: ClusterUsers): string =>
  eventStore === null ? url : asUser(url, { name: 'admin', password: eventStore['admin'] ?? '' });
