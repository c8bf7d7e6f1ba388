import { Partitioners } from 'kafkajs';

const choose = Partitioners.DefaultPartitioner();

/** The partition of a key, which depends on nothing but the key and the number of partitions of its topic. */
export const partitionOfKey = (key: string, partitions: number): number =>
  choose({
    topic: '',
    partitionMetadata: Array.from({ length: partitions }, (_, partitionId) => ({
      partitionErrorCode: 0,
      partitionId,
      leader: 0,
      replicas: [],
      isr: [],
    })),
    message: { key, value: null },
  });
