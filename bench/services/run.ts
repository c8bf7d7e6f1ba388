import { suiteEnvironment } from '../../test/servers/run-suites.js';
import type { S3Server } from '../../test/support/s3/s3-server.js';
import { figureLine, type Figure } from '../figure.js';
import { clusterImportsBench } from './cluster-imports.js';
import { serverDepositsBench } from './deposits.js';
import { latencyBench } from './latency.js';
import { readersBench } from './readers.js';
import { serverExportsBench, serverImportsBench } from './server-imports.js';

/** The servers of the suites: those of `npm run services`, unless the environment names others. */
const environment = suiteEnvironment(process.env);

const given = (variable: string): string | null => {
  const value = environment[variable] ?? '';
  return value === '' ? null : value;
};
const kafka = given('MUNIMENT_TEST_KAFKA');
const mongodb = given('MUNIMENT_TEST_MONGODB');

/** The S3 servers, and whether a copy on them needs a HEAD request for its SHA-256. */
const stores = [
  { name: 'versitygw', variable: 'MUNIMENT_TEST_S3_VERSITYGW', looking: false },
  { name: 'MinIO', variable: 'MUNIMENT_TEST_S3_MINIO', looking: true },
];

type Store = (typeof stores)[number];
type Bench = () => Promise<readonly Figure[]>;

/** The same bench on each S3 server, one after the other. */
const onEach = (bench: (store: Store, s3: S3Server) => Promise<readonly Figure[]>): readonly Bench[] =>
  stores.map((store) => async () => {
    const address = given(store.variable);
    if (address !== null) return bench(store, JSON.parse(address) as S3Server);
    console.log(`${store.name} does not run: what needs it is left out`);
    return [];
  });

/** The benches by name. */
const benchesOf = (kafka: string, mongodb: string): Readonly<Record<string, readonly Bench[]>> => {
  const servers = { brokers: kafka.split(','), mongodb };
  return {
    readers: [() => readersBench(servers)],
    latency: [() => latencyBench(servers)],
    imports: onEach((store, s3) => serverImportsBench(store, s3, 10_000)),
    exports: onEach((store, s3) => serverExportsBench(store, s3, 10_000)),
    'cluster-imports': onEach((store, s3) => clusterImportsBench(store, { kafka, mongodb, s3 })),
    deposits: [() => serverDepositsBench(servers)],
    'large-imports': onEach((store, s3) => serverImportsBench(store, s3, 100_000)),
    'large-exports': onEach((store, s3) => serverExportsBench(store, s3, 100_000)),
  };
};

/** Benches that take many minutes, and run only when they are named. */
const LONG: ReadonlySet<string> = new Set(['deposits', 'large-imports', 'large-exports']);

if (kafka === null || mongodb === null) {
  console.error('Kafka and MongoDB have to run: `npm run services -- start` starts them.');
  process.exitCode = 1;
} else {
  // Suppresses the SDK's warning about Node versions, which is for developers.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const chosen = process.argv.slice(2);
  for (const [name, benches] of Object.entries(benchesOf(kafka, mongodb))) {
    if (chosen.length > 0 ? !chosen.includes(name) : LONG.has(name)) continue;
    console.log(`\n${name}`);
    for (const bench of benches) for (const figure of await bench()) console.log(figureLine(figure));
  }
}
