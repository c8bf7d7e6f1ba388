import { faultClass } from '../../flow/fault.js';

/** Why a call of Kafka failed. */
export type KafkaFaultCode =
  | 'broker-unavailable' // no broker answered in time, or not properly
  | 'broker-refused' // the broker refuses it; a retry does not help
  | 'message-not-acknowledged' // some of a batch may not have been written: the same batch must be sent again
  | 'fact-not-public' // the fact has no public event
  | 'job-without-queue' // an import job whose first fact is not in the log
  | 'closed';

/** The adapter's error; `cause` is the client's own. */
export class KafkaFault extends faultClass<KafkaFaultCode>('KafkaFault', [
  'broker-unavailable',
  'message-not-acknowledged',
]) {}

/** An error and its causes, outermost first. */
const chain = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...(error.cause === error ? [] : chain(error.cause))] : [];

/** The broker's error code, such as `OUT_OF_ORDER_SEQUENCE_NUMBER`; null when there is none. */
export const answerOf = (error: unknown): string | null => {
  for (const each of chain(error)) if ('type' in each && typeof each.type === 'string') return each.type;
  return null;
};

/** Error codes that are not worth a retry; kafkajs's own classification is wrong in outages. */
const REFUSALS =
  /AUTHORIZATION|AUTHENTICATION|SASL|POLICY_VIOLATION|INVALID_(?:TOPIC|REPLICATION|PARTITIONS|CONFIG|REQUEST)/;

/** An error of the client as a KafkaFault. */
export const kafkaFault = (error: unknown): KafkaFault => {
  if (error instanceof KafkaFault) return error;
  const text = error instanceof Error ? error.message : String(error);
  const refused =
    REFUSALS.test(answerOf(error) ?? '') || chain(error).some(({ name }) => name === 'KafkaJSSASLAuthenticationError');
  return new KafkaFault(refused ? 'broker-refused' : 'broker-unavailable', text, { cause: error });
};
