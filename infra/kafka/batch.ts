import type { PublicMessage } from './message.js';

/** A message with its topic. */
export interface AddressedMessage {
  readonly topic: string;
  readonly message: PublicMessage;
}

/** Limits of one batch: below what a broker accepts for one partition, in case all messages go there. */
export const BATCH_LIMITS = { messages: 500, bytes: 800 * 1024 } as const;

/** The approximate size of a message on the wire. */
const sizeOf = ({ message: { key, value, headers } }: AddressedMessage): number => {
  let bytes = value.length + key.length + 32;
  for (const [name, text] of Object.entries(headers)) bytes += name.length + Buffer.byteLength(text) + 4;
  return bytes;
};

/** A batch that takes messages until one would make it too large; the first one always fits. */
export const fillingBatch = (
  limits: Readonly<{ messages: number; bytes: number }>,
): { readonly messages: readonly AddressedMessage[]; readonly take: (message: AddressedMessage) => boolean } => {
  const messages: AddressedMessage[] = [];
  let bytes = 0;
  return {
    messages,
    take(message) {
      const size = sizeOf(message);
      if (messages.length > 0 && (messages.length >= limits.messages || bytes + size > limits.bytes)) return false;
      messages.push(message);
      bytes += size;
      return true;
    },
  };
};
