import { wordsFault } from '../../../../clients/command-line/command-fault.js';
import { readAction } from '../../../../clients/command-line/program/read-action.js';
import type { Verb } from '../../../../clients/command-line/program/verb.js';
import { TOPIC_DEFAULTS } from '../../../../schemas/events/topics.js';
import type { GrantRequest } from './grant-rights.js';

const HELP = `Usage: muniment admin <action> [options]

Looks after views and topics, where the platform does not by itself.

  muniment admin views
  muniment admin views rebuild deposits
  muniment admin relay --from start --into v2
  muniment admin parked preservation.import-jobs.v1
  muniment admin rights grant users.json

views shows how far each view is behind the event log, and how long one that is
built anew goes on; views rebuild has one built anew, and waits for that. The
view before answers meanwhile. Without a platform that runs, views looks at the
stores, which have no search indexes.

relay sends events of the log into new topics of Kafka, for consumers that lack
them; parked sends the parked messages of a topic again, each to the group that
parked it. How consumers read these topics: docs/consuming-events.md.

rights grant gives the users of a file the least rights of their roles on each
server that the settings name, where it is an administrator, and takes others
from them. What these rights are, and the file: docs/rights.md.

  --from <position>    with relay: the position (ce_position) after which to
                       begin; start for all events
  --into <generation>  with relay: the end of the names of the new topics
  --principal-prefix <text>
                       with rights grant: what comes before the name of a user
                       in policies of buckets: arn:aws:iam::<account>:user/
  --stream-policy      with rights grant: a stream policy for EventStoreDB, in
                       place of ACLs

Exit codes: 0 done, 1 not done, 2 wrong words or settings, 130 stopped.
`;

const ACTIONS = {
  relay: { options: ['from', 'into'] },
  parked: { words: ['<topic>'] },
  views: {},
  'views rebuild': { words: ['<view>'] },
  'rights grant': { words: ['<users-file>'], options: ['principalPrefix', 'streamPolicy'] },
} as const;

/** The first words of actions. */
const FIRST_WORDS = [...new Set(Object.keys(ACTIONS).map((name) => name.replace(/ .*/, '')))];

/** `views rebuild` and `rights grant` are one name each. */
const joined = ([first = '', second = '', ...rest]: readonly string[]): readonly string[] =>
  Object.hasOwn(ACTIONS, `${first} ${second}`)
    ? [`${first} ${second}`, ...rest]
    : [first, second, ...rest].filter((word) => word !== '');

/** So that the names of all topics fit into the 249 characters of Kafka. */
const GENERATION = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

const NEXT = 'muniment admin --help';

const newGeneration = (name: string): string => {
  if (!GENERATION.test(name))
    throw wordsFault(
      `--into is the end of the names of topics, such as v2: 1 to 40 letters, digits, - and _, not "${name}".`,
      NEXT,
    );
  if (name === TOPIC_DEFAULTS.generation)
    throw wordsFault(`The platform itself writes the topics of ${name}. Choose another generation, such as v2.`, NEXT);
  return name;
};

const required = (value: string | undefined, flags: string): string => {
  if (value === undefined) throw wordsFault(`admin relay needs ${flags}.`, NEXT);
  return value;
};

export const admin: Verb = {
  name: 'admin',
  kind: 'document',
  help: HELP,
  actions: FIRST_WORDS,
  define: (command) =>
    void command
      .argument('[words...]')
      .option('--from <position>')
      .option('--into <generation>')
      .option('--principal-prefix <text>')
      .option('--stream-policy'),
  run: async ({ args, options }, session) => {
    const { action, words } = readAction('admin', ACTIONS, { args: joined(args), options });
    if (action === 'views') return (await import('./show-views.js')).showViews(session);
    if (action === 'views rebuild') return (await import('./rebuild-view.js')).rebuildView(words[0] ?? '', session);
    if (action === 'rights grant') {
      const { principalPrefix = '', streamPolicy = false } = options as Partial<GrantRequest>;
      const { grantRights } = await import('./grant-rights.js');
      return grantRights({ users: words[0] ?? '', principalPrefix, streamPolicy }, session);
    }
    const { from, into } = options as { readonly from?: string; readonly into?: string };
    if (action === 'parked') {
      const { sendParkedAgain } = await import('./send-parked-again.js');
      return sendParkedAgain(words[0] ?? '', session);
    }
    const position = required(from, '--from <position>');
    const generation = newGeneration(required(into, '--into <generation>'));
    const { relayIntoTopics } = await import('./relay-into-topics.js');
    return relayIntoTopics({ from: position === 'start' ? null : position, into: generation }, session);
  },
};
