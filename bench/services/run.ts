import { suiteEnvironment } from '../../test/servers/run-suites.js';
import type { S3Server } from '../../test/support/s3/s3-server.js';
import { figureLine, type Figure } from '../figure.js';
import { serverImportsBench } from './server-imports.js';
import { serverMillionBench } from './server-million.js';

type Environment = ReturnType<typeof suiteEnvironment>;

/** A server, and the variable that has its address. */
interface KnownServer {
  readonly name: string;
  readonly variable: string;
}

/** The S3 servers, and whether a copy on them needs a HEAD request for its SHA-256. */
const STORES = [
  { name: 'versitygw', variable: 'MUNIMENT_TEST_S3_VERSITYGW', looking: false },
  { name: 'MinIO', variable: 'MUNIMENT_TEST_S3_MINIO', looking: true },
] as const;
const MONGODB: KnownServer = { name: 'MongoDB', variable: 'MUNIMENT_TEST_MONGODB' };

/** What a variable says of a server; null, which is told, where it does not run. */
const addressAt = (environment: Environment, { name, variable }: KnownServer): string | null => {
  const address = environment[variable] ?? '';
  if (address !== '') return address;
  console.log(`${name} does not run, and what needs it is left out: \`npm run services -- start\` starts it`);
  return null;
};

const serverAt = (environment: Environment, store: KnownServer): S3Server | null => {
  const address = addressAt(environment, store);
  return address === null ? null : (JSON.parse(address) as S3Server);
};

const show = (figures: readonly Figure[]): void => figures.forEach((figure) => console.log(figureLine(figure)));

/** How many files an import has; the large one takes many minutes, and runs only when it is named. */
const importsOf = (count: number) => async (environment: Environment) => {
  for (const store of STORES) {
    const server = serverAt(environment, store);
    if (server !== null) show(await serverImportsBench(store, server, count));
  }
};

const million = async (environment: Environment): Promise<void> => {
  const server = serverAt(environment, STORES[0]);
  const mongodb = addressAt(environment, MONGODB);
  if (server !== null && mongodb !== null) show(await serverMillionBench(mongodb, server));
};

const BENCHES: Readonly<Record<string, (environment: Environment) => Promise<void>>> = {
  imports: importsOf(10_000),
  'large-imports': importsOf(100_000),
  million,
};

// Suppresses the SDK's warning about Node versions, which is for developers.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
const [, , ...chosen] = process.argv;
const unknown = chosen.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
}
for (const name of unknown.length > 0 ? [] : chosen.length > 0 ? chosen : ['imports']) {
  console.log(`\n${name}`);
  await BENCHES[name]?.(suiteEnvironment(process.env));
}
