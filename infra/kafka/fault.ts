/** Why Kafka could not do as it was asked. */
export type KafkaFaultCode =
  | 'broker-unavailable' // no broker answered in time, or not as a broker that works
  | 'broker-refused' // the broker will not do it for us, however often it is asked
  | 'message-not-acknowledged' // some of a batch may not have been written: the same batch has to be sent again
  | 'fact-not-public' // no public event stands for this fact
  | 'job-without-queue' // an import job whose first fact is not in the log
  | 'closed';

/** What the adapter rejects with; `cause` is the client's own error. */
export class KafkaFault extends Error {
  override name = 'KafkaFault';
  readonly code: KafkaFaultCode;
  /** Whether the same call may succeed later. */
  readonly transient: boolean;
  constructor(code: KafkaFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.transient = code === 'broker-unavailable' || code === 'message-not-acknowledged';
  }
}

/** An error and what led to it, outermost first. */
const chain = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...(error.cause === error ? [] : chain(error.cause))] : [];

/** The broker's own name for what it answered, such as `OUT_OF_ORDER_SEQUENCE_NUMBER`; null when it was none. */
export const answerOf = (error: unknown): string | null => {
  for (const each of chain(error)) if ('type' in each && typeof each.type === 'string') return each.type;
  return null;
};

/** Answers that no repetition changes; kafkajs's own word on it is wrong in outages. */
const REFUSALS =
  /AUTHORIZATION|AUTHENTICATION|SASL|POLICY_VIOLATION|INVALID_(?:TOPIC|REPLICATION|PARTITIONS|CONFIG|REQUEST)/;

/** Whatever the client threw, as our fault. */
export const kafkaFault = (error: unknown): KafkaFault => {
  if (error instanceof KafkaFault) return error;
  const text = error instanceof Error ? error.message : String(error);
  const refused =
    REFUSALS.test(answerOf(error) ?? '') || chain(error).some(({ name }) => name === 'KafkaJSSASLAuthenticationError');
  return new KafkaFault(refused ? 'broker-refused' : 'broker-unavailable', text, { cause: error });
};
