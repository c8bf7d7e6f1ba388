import type { Recorded } from '../../events/envelope.js';
import { publicMessage } from '../../infra/kafka/message.js';
import { topicsOf } from '../../infra/kafka/topics.js';
import type { Figure } from '../figure.js';
import { median, secondsOf } from '../measure.js';
import { produceBare } from './bare-producer.js';
import { fillLog } from './facts.js';
import { withEmbeddedLog, withServedLog, type WithLog } from './logs.js';
import { decode, secondsToProject, secondsToRelay } from './reading.js';
import { withBroker, withDatabase, type Servers } from './servers.js';

const FACTS = 20_000;
const ROUNDS = 3;
const GOAL = 0.7;

const produceAll = ({ brokers }: Servers, facts: readonly Recorded[]): Promise<number> =>
  withBroker(brokers, (_, prefix) => {
    const messages = facts.map((fact) => publicMessage(fact, 'main', ''));
    return produceBare(brokers, topicsOf({ prefix }).of('container') ?? '', messages);
  });

type Seconds = Readonly<Record<'decoding' | 'relaying' | 'projecting' | 'producing' | 'taking turns', number>>;

const round = (servers: Servers, withLog: WithLog): Promise<Seconds> =>
  withLog(async (events) => {
    const last = await fillLog(events, FACTS);
    const facts = await decode(events, last); // warm-up
    const decoding = await secondsOf(() => decode(events, last));
    const relaying = await withBroker(servers.brokers, (kafka) =>
      secondsToRelay(events, kafka.publisher(events), last),
    );
    const projecting = await withDatabase(servers.mongodb, (open) => secondsToProject(events, open(), last));
    const producing = await produceAll(servers, facts);
    return { decoding, relaying, projecting, producing, 'taking turns': decoding + producing };
  });

/** The rate of each, compared with a subscription in the same round that only decodes. */
const rates = async (servers: Servers, source: string, withLog: WithLog, goal: object): Promise<Figure[]> => {
  const rounds: Seconds[] = [];
  for (let count = 0; count < ROUNDS; count++) rounds.push(await round(servers, withLog));
  const to = 'a subscription that only decodes';
  const rate = (what: keyof Seconds): number => FACTS / median(rounds.map((each) => each[what]));
  const ratio = (what: keyof Seconds): number => median(rounds.map((each) => each.decoding / each[what]));
  const figure = (name: string, what: keyof Seconds, aim: object): Figure => ({
    name: `${source}: ${name}`,
    value: rate(what),
    unit: 'facts/s',
    ...(what === 'decoding' ? {} : { ratio: { to, value: ratio(what), ...aim } }),
  });
  return [
    figure('subscription that only decodes', 'decoding', {}),
    figure('relay into Kafka', 'relaying', goal),
    figure('bare Kafka client, messages ready made', 'producing', {}),
    figure('both, one after the other as one thread does', 'taking turns', {}),
    figure('projector into MongoDB', 'projecting', goal),
  ];
};

/** Relay and projector with facts of 1 KB: on EventStoreDB, and on the embedded store for their own maximum. */
export const readersBench = async (servers: Servers): Promise<readonly Figure[]> => [
  ...(await rates(servers, 'EventStoreDB', withServedLog, { goal: GOAL })),
  ...(await rates(servers, 'embedded store', withEmbeddedLog, {})),
];
