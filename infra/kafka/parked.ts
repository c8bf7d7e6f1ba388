import type { IHeaders, KafkaMessage, Message } from 'kafkajs';

/** A message that nobody in its group could deal with, and why. */
export interface ParkedMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly group: string;
  readonly reason: string;
  readonly attempts: number;
}

const MARK = 'parked_';
const LONGEST_REASON = 1_000;

/** The message for the parked topic: the original key, value and headers, and beside them where it was and why not. */
export const parkedMessage = (parked: ParkedMessage, { key, value, headers = {} }: KafkaMessage): Message => ({
  key,
  value,
  headers: {
    ...headers,
    [`${MARK}topic`]: parked.topic,
    [`${MARK}partition`]: String(parked.partition),
    [`${MARK}offset`]: parked.offset,
    [`${MARK}group`]: parked.group,
    [`${MARK}reason`]: parked.reason.slice(0, LONGEST_REASON),
    [`${MARK}attempts`]: String(parked.attempts),
    [`${MARK}at`]: new Date().toISOString(),
  },
});

/** Names the one group of ours that a replayed message is for; the others have dealt with it. */
const FOR = 'replayed_for';

/** Whether a message was replayed for another group than this. */
export const isForAnother = (group: string, headers: IHeaders | undefined): boolean => {
  const addressee = headers?.[FOR];
  return addressee !== undefined && addressee.toString() !== group;
};

/** The message as it was before it was parked, for the group that parked it. */
export const replayedMessage = ({ key, value, headers = {} }: KafkaMessage): Message => ({
  key,
  value,
  headers: {
    ...Object.fromEntries<IHeaders[string]>(Object.entries(headers).filter(([name]) => !name.startsWith(MARK))),
    [FOR]: headers[`${MARK}group`],
  },
});
