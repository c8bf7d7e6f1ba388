import type { Admin } from 'kafkajs';

/** How many messages of a topic a group has not handled. */
export interface Lag {
  readonly group: string;
  readonly topic: string;
  readonly messages: number;
}

/** Reads the lag of a group on a topic from the broker. */
export const lagOf = async (admin: Admin, group: string, topic: string): Promise<Lag> => {
  const committed = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const ends = await admin.fetchTopicOffsets(topic);
  const at = new Map(committed[0]?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  let behind = 0n;
  for (const { partition, low, high } of ends) {
    const start = BigInt(low);
    const offset = at.get(partition) ?? -1n; // -1: the group has committed nothing here
    behind += BigInt(high) - (offset < start ? start : offset);
  }
  return { group, topic, messages: Number(behind) };
};
