import { suiteEnvironment } from '../../test/servers/run-suites.js';
import type { S3Server } from '../../test/support/s3/s3-server.js';
import { figureLine } from '../figure.js';
import { serverImportsBench } from './server-imports.js';

/** The S3 servers, and whether a copy on them needs a HEAD request for its SHA-256. */
const STORES = [
  { name: 'versitygw', variable: 'MUNIMENT_TEST_S3_VERSITYGW', looking: false },
  { name: 'MinIO', variable: 'MUNIMENT_TEST_S3_MINIO', looking: true },
];

/** How many files the benches import; the large one takes many minutes, and runs only when it is named. */
const COUNTS: Readonly<Record<string, number>> = { imports: 10_000, 'large-imports': 100_000 };

// Suppresses the SDK's warning about Node versions, which is for developers.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
const environment = suiteEnvironment(process.env);
const [, , ...chosen] = process.argv;
const unknown = chosen.filter((name) => !Object.hasOwn(COUNTS, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(COUNTS).join(', ')}.`);
  process.exitCode = 2;
}
for (const name of unknown.length > 0 ? [] : chosen.length > 0 ? chosen : ['imports']) {
  console.log(`\n${name}`);
  for (const store of STORES) {
    const address = environment[store.variable] ?? '';
    if (address === '') {
      console.log(`${store.name} does not run, and is left out: \`npm run services -- start\` starts it`);
      continue;
    }
    const server = JSON.parse(address) as S3Server;
    for (const figure of await serverImportsBench(store, server, COUNTS[name] ?? 0)) console.log(figureLine(figure));
  }
}
