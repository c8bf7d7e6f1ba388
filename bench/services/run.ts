import { suiteEnvironment } from '../../infra/services/run-suites.js';
import type { S3Server } from '../../test/support/s3-server.js';
import { figureLine, type Figure } from '../figure.js';
import { importsBench } from './imports.js';
import { latencyBench } from './latency.js';
import { readersBench } from './readers.js';

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

const benchesOf = (kafka: string, mongodb: string): Record<string, () => Promise<readonly Figure[]>> => {
  const servers = { brokers: kafka.split(','), mongodb };
  const imports = async (): Promise<readonly Figure[]> => {
    const figures: Figure[] = [];
    for (const store of stores) {
      const address = given(store.variable);
      if (address === null) console.log(`${store.name} does not run: what needs it is left out`);
      else figures.push(...(await importsBench(store, { kafka, mongodb, s3: JSON.parse(address) as S3Server })));
    }
    return figures;
  };
  return { readers: () => readersBench(servers), latency: () => latencyBench(servers), imports };
};

if (kafka === null || mongodb === null) {
  console.error('Kafka and MongoDB have to run: `npm run services -- start` starts them.');
  process.exitCode = 1;
} else {
  // The SDK advises whoever builds on it of coming Node versions; that is not for the people who run this.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const chosen = process.argv.slice(2);
  for (const [name, bench] of Object.entries(benchesOf(kafka, mongodb))) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`\n${name}`);
    for (const figure of await bench()) console.log(figureLine(figure));
  }
}
