import { countText } from '../../../../clients/command-line/output/amounts.js';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import type { Ended, Session } from '../../../../clients/command-line/program/verb.js';
import { throttle } from '../../../../flow/throttle.js';
import { selectEvents } from '../../../../gateways/preservation/events/event-selection.js';
import { TOPIC_DEFAULTS } from '../../../../schemas/events/topics.js';
import { relayHistory } from '../../../../workers/relay-history.js';
import { connectToKafka } from '../../stores/kafka.js';
import { whenAvailable } from '../../process/when-available.js';
import { withinSession, type Interruptible } from '../within-session.js';
import { requireKafka } from './require-kafka.js';
import { openLogOfEvents } from '../repository-stores.js';

const TELL_EVERY_MS = 10_000;

/** What is relayed. */
interface Relay {
  /** Exclusive; null for the beginning of the log. */
  readonly from: string | null;
  /** The generation of topics. */
  readonly into: string;
}

interface Relayed {
  readonly events: number;
  readonly position: string | null;
}

const relayWithin = async (
  { from, into }: Relay,
  within: Interruptible,
  onRelayed: (relayed: Relayed, topics: string) => void,
): Promise<Relayed & { readonly topics: string }> => {
  const { config, disposal, log, waiting } = within;
  const kafka = requireKafka(config);
  const events = await openLogOfEvents(within);
  const selected = await selectEvents(events, { after: from ?? undefined, topics: undefined });
  if (!selected.ok) throw new CommandFault(selected.refusal, { code: 'no-position' });
  const broker = disposal.keep('broker', await connectToKafka(kafka, log('broker'), into), (it) => it.close());
  await whenAvailable('Kafka', waiting, () => broker.ensureTopics());
  const topics = `${kafka.topicPrefix}.….${into}`;
  const publisher = broker.publisher(events);
  const { signal } = waiting;
  const relayed = await relayHistory(
    { events, publisher, signal, onRelayed: (far) => onRelayed(far, topics) },
    selected.value,
  );
  return { ...relayed, topics };
};

const doneText = ({ from }: Relay, { events, position, topics }: Relayed & { readonly topics: string }): string => {
  if (position === null) return `There are no events to send${from === null ? '' : ` after ${from}`}.`;
  const present = topics.replace(/[^.]*$/, TOPIC_DEFAULTS.generation);
  return (
    `Sent ${countText(events, 'event')} into ${topics}, up to position ${position}. ` +
    `Consumers read these topics to their end, then ${present}.`
  );
};

/**
 * Sends the events after a position into topics of a new generation, which are made where they are missing. Rejects with
 * CommandFault for a position that the log does not have, and where it was stopped.
 */
export const relayIntoTopics = async (request: Relay, session: Session): Promise<Ended> => {
  const { output, interrupted } = session;
  const mayTell = throttle(TELL_EVERY_MS);
  let stopped = 'Stopped before the first event.';
  let next = 'the same again';
  const onRelayed = ({ events, position }: Relayed, topics: string): void => {
    const far = `${countText(events, 'event')} sent into ${topics}, up to position ${position ?? 'start'}`;
    stopped = `Stopped before the end: ${far}.`;
    next = `muniment admin relay --from ${position ?? 'start'} --into ${request.into}`;
    if (mayTell()) output.note(far);
  };
  const relayed = await withinSession(session, (within) => relayWithin(request, within, onRelayed)).catch(
    (error: unknown) => {
      throw interrupted.aborted ? new CommandFault(stopped, { code: 'interrupted', next }) : error;
    },
  );
  if (output.form !== 'json') await output.write(`${doneText(request, relayed)}\n`);
  const { events, position } = relayed;
  return { code: 0, summary: { events, position, into: request.into } };
};
