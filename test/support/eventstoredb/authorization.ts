import type { Metadata, ServiceError } from '@grpc/grpc-js';
import { denied } from './errors.js';
import type { Log } from './log.js';
import { METADATA } from './stream.js';

/** What may be done to a stream, by the names of its ACL. */
export type StreamRight = '$r' | '$w' | '$d' | '$mr' | '$mw';

type Names = string | readonly string[];
type Acl = Partial<Readonly<Record<StreamRight, Names>>>;

/** The server's own: user streams are for everybody, system streams and the whole log for administrators. */
const EVERYBODY = '$all';
const ADMINS = '$admins';
const ADMIN = 'admin';

interface DefaultAcls {
  readonly $userStreamAcl?: Acl;
  readonly $systemStreamAcl?: Acl;
}

interface StreamPolicy {
  readonly streamPolicies: Readonly<Record<string, Acl>>;
  readonly streamRules: readonly { readonly startsWith: string; readonly policy: string }[];
  readonly defaultStreamRules: { readonly userStreams: string; readonly systemStreams: string };
}

/** The passwords of the users of a secure server, by name; `admin` is among them. */
export type Users = Readonly<Record<string, string>>;

const listed = (names: Names): readonly string[] => (typeof names === 'string' ? [names] : names);

/** The data of the last event of a stream. */
const lastOf = <T>(log: Log, stream: string): T | null => {
  const last = log.stream(stream)?.events.at(-1);
  return last === undefined ? null : (JSON.parse(Buffer.from(last.data).toString()) as T);
};

const isSystem = (stream: string): boolean => stream.startsWith('$');

const byPolicy = (log: Log, stream: string, right: StreamRight): Names => {
  const policy = lastOf<StreamPolicy>(log, '$policies');
  if (policy === null) return ADMINS;
  const { userStreams, systemStreams } = policy.defaultStreamRules;
  const rule = policy.streamRules.find(({ startsWith }) => stream.startsWith(startsWith));
  const name = rule?.policy ?? (isSystem(stream) ? systemStreams : userStreams);
  return policy.streamPolicies[name]?.[right] ?? ADMINS;
};

const byAcl = (log: Log, stream: string, right: StreamRight): Names => {
  const own = lastOf<{ readonly $acl?: Acl }>(log, METADATA + stream)?.$acl;
  const defaults = lastOf<DefaultAcls>(log, '$settings');
  const usual = isSystem(stream) ? defaults?.$systemStreamAcl : defaults?.$userStreamAcl;
  return own?.[right] ?? usual?.[right] ?? (isSystem(stream) ? ADMINS : EVERYBODY);
};

/** Who has a right on a stream, by the policies or the ACLs that the log has now. */
const holdersOf = (log: Log, stream: string, right: StreamRight): readonly string[] => {
  if (stream.startsWith(METADATA)) {
    const onMetadata = right === '$r' ? '$mr' : '$mw';
    return holdersOf(log, stream.slice(METADATA.length), onMetadata);
  }
  const settings = lastOf<{ readonly streamAccessPolicyType: string }>(log, '$authorization-policy-settings');
  const decide = settings?.streamAccessPolicyType === 'streampolicy' ? byPolicy : byAcl;
  return listed(decide(log, stream, right));
};

const credentialsIn = (metadata: Metadata): { readonly name: string; readonly password: string } | null => {
  const [, encoded] = /^Basic (.+)$/.exec(String(metadata.get('authorization')[0] ?? '')) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
};

/** What callers of a server have no right to do. */
export interface Authorization {
  /** The error that a caller hears who may not do this; null where it may. */
  refusal(metadata: Metadata, stream: string, right: StreamRight): ServiceError | null;
}

/** As an insecure server, which asks nobody for a name. */
export const ANYBODY: Authorization = { refusal: () => null };

/** As a secure server with these users does: by basic authentication, and the ACLs or the stream policy in its own log. */
export const authorizationOf = (users: Users, log: Log): Authorization => ({
  refusal(metadata, stream, right) {
    const caller = credentialsIn(metadata);
    if (caller !== null && users[caller.name] !== caller.password) return denied('user');
    const names = [EVERYBODY, ...(caller === null ? [] : [caller.name]), ...(caller?.name === ADMIN ? [ADMINS] : [])];
    return holdersOf(log, stream, right).some((each) => names.includes(each)) ? null : denied('right');
  },
});
