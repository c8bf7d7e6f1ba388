// A consumer of preservation events: node consumer.mjs <host:port> <topic> <group>
import kafkajs from 'kafkajs';

const [broker, topic, groupId] = process.argv.slice(2);
const kafka = new kafkajs.Kafka({
  clientId: 'example-consumer',
  brokers: [broker],
  retry: { initialRetryTime: 50, maxRetryTime: 1000, retries: 1000 }, // a broker that is away is waited for
});
const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false });

// The last sequence handled of each source. Keep it where your work goes, in the same transaction.
const handled = new Map();

// Your work. It must be done, or written down, before this returns; throw and the event comes again.
const work = async ({ type, subject, data }) => {
  console.log(JSON.stringify({ type, subject, data }));
};

const handle = async ({ headers, value }) => {
  const source = headers.ce_source.toString();
  const sequence = BigInt(headers.ce_sequence.toString());
  if (sequence <= (handled.get(source) ?? -1n)) return; // a repeat: 5 6 7, and again 5 6 7 8
  await work({
    type: headers.ce_type.toString(),
    subject: headers.ce_subject.toString(),
    data: JSON.parse(value.toString()),
  });
  handled.set(source, sequence);
};

await consumer.connect();
await consumer.subscribe({ topics: [topic], fromBeginning: true });
await consumer.run({
  autoCommit: false,
  eachBatchAutoResolve: false,
  eachBatch: async ({ batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, uncommittedOffsets, isRunning }) => {
    for (const message of batch.messages) {
      if (!isRunning()) break;
      await handle(message);
      resolveOffset(message.offset); // only now may the offset go
      await heartbeat();
    }
    await commitOffsetsIfNecessary(uncommittedOffsets());
  },
});
process.once('SIGTERM', () => consumer.disconnect());
