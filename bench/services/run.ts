import { suiteEnvironment } from '../../infra/services/run-suites.js';
import type { S3Server } from '../../test/support/s3-server.js';
import { figureLine, type Figure } from '../figure.js';
import { clusterImportsBench } from './cluster-imports.js';
import { latencyBench } from './latency.js';
import { readersBench } from './readers.js';
import { serverImportsBench } from './server-imports.js';

/** The servers as the suites are given them: those of `npm run services`, unless the environment names others. */
const environment = suiteEnvironment(process.env);

const given = (variable: string): string | null => {
  const value = environment[variable] ?? '';
  return value === '' ? null : value;
};
const kafka = given('MUNIMENT_TEST_KAFKA');
const mongodb = given('MUNIMENT_TEST_MONGODB');

/** Copies are looked at where the store's answer to a copy does not tell the SHA-256. */
const stores = [
  { name: 'versitygw', variable: 'MUNIMENT_TEST_S3_VERSITYGW', looking: false },
  { name: 'MinIO', variable: 'MUNIMENT_TEST_S3_MINIO', looking: true },
];

type Store = (typeof stores)[number];
type Bench = () => Promise<readonly Figure[]>;

/** The same bench on each S3 server that runs. */
const onEach =
  (bench: (store: Store, s3: S3Server) => Promise<readonly Figure[]>): Bench =>
  async () => {
    const figures: Figure[] = [];
    for (const store of stores) {
      const address = given(store.variable);
      if (address === null) console.log(`${store.name} does not run: what needs it is left out`);
      else figures.push(...(await bench(store, JSON.parse(address) as S3Server)));
    }
    return figures;
  };

/** Which benches there are, by the word that chooses them; those that take many minutes run only when they are chosen. */
const benchesOf = (kafka: string, mongodb: string): Record<string, { readonly bench: Bench; readonly long?: true }> => {
  const servers = { brokers: kafka.split(','), mongodb };
  return {
    readers: { bench: () => readersBench(servers) },
    latency: { bench: () => latencyBench(servers) },
    imports: { bench: onEach((store, s3) => serverImportsBench(store, s3, 10_000)) },
    'cluster-imports': { bench: onEach((store, s3) => clusterImportsBench(store, { kafka, mongodb, s3 })) },
    'large-imports': { bench: onEach((store, s3) => serverImportsBench(store, s3, 100_000)), long: true },
  };
};

if (kafka === null || mongodb === null) {
  console.error('Kafka and MongoDB have to run: `npm run services -- start` starts them.');
  process.exitCode = 1;
} else {
  // The SDK advises whoever builds on it of coming Node versions; that is not for the people who run this.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const chosen = process.argv.slice(2);
  for (const [name, { bench, long = false }] of Object.entries(benchesOf(kafka, mongodb))) {
    if (chosen.length > 0 ? !chosen.includes(name) : long) continue;
    console.log(`\n${name}`);
    for (const figure of await bench()) console.log(figureLine(figure));
  }
}
