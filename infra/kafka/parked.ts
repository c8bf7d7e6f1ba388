import type { IHeaders, KafkaMessage, Message } from 'kafkajs';

/** A message that its group could not handle, and why. */
export interface ParkedMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly group: string;
  readonly reason: string;
  readonly attempts: number;
}

const PREFIX = 'parked_';
const LONGEST_REASON = 1_000;

/**
 * The message for the parked topic: the original key, value and headers, with headers for its origin and the reason.
 */
export const parkedMessage = (parked: ParkedMessage, { key, value, headers = {} }: KafkaMessage): Message => ({
  key,
  value,
  headers: {
    ...headers,
    [`${PREFIX}topic`]: parked.topic,
    [`${PREFIX}partition`]: String(parked.partition),
    [`${PREFIX}offset`]: parked.offset,
    [`${PREFIX}group`]: parked.group,
    [`${PREFIX}reason`]: parked.reason.slice(0, LONGEST_REASON),
    [`${PREFIX}attempts`]: String(parked.attempts),
    [`${PREFIX}at`]: new Date().toISOString(),
  },
});

/** The header with the group that a replayed message is for; the other groups have handled it. */
const REPLAYED_FOR = 'replayed_for';

/** Whether a message was replayed for another group. */
export const isForAnother = (group: string, headers: IHeaders | undefined): boolean => {
  const addressee = headers?.[REPLAYED_FOR];
  return addressee !== undefined && addressee.toString() !== group;
};

/** The original message of a parked one, for the group that parked it. */
export const replayedMessage = ({ key, value, headers = {} }: KafkaMessage): Message => ({
  key,
  value,
  headers: {
    ...Object.fromEntries<IHeaders[string]>(Object.entries(headers).filter(([name]) => !name.startsWith(PREFIX))),
    [REPLAYED_FOR]: headers[`${PREFIX}group`],
  },
});
