import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { cacheFolder } from './cache-folder.js';
import { services } from './catalogue.js';
import { serviceEnvironment } from './environment.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the suites are given: where our servers are, unless the environment names others. */
export const suiteEnvironment = (environment: Environment): Environment => {
  const own = serviceEnvironment(cacheFolder(environment), environment);
  return { ...own, ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')) };
};

/** The services whose suites will be skipped, by name. */
export const missingServices = (environment: Environment): readonly string[] =>
  services.filter(({ variable }) => (environment[variable] ?? '') === '').map(({ name }) => name);

/**
 * Runs the suites that need servers, with the words given handed on to mocha; gives its exit code. A server that does
 * not run is told by name, and what needs it is skipped, or fails with MUNIMENT_TEST_SERVICES_REQUIRED=1.
 */
export const runSuites = async (
  words: readonly string[],
  given: Environment,
  say: (line: string) => void,
): Promise<number> => {
  const environment = suiteEnvironment(given);
  const missing = missingServices(environment);
  if (missing.length > 0) {
    const fate = environment['MUNIMENT_TEST_SERVICES_REQUIRED'] === '1' ? 'fails' : 'is skipped';
    say(`Not running: ${missing.join(', ')}. What needs them ${fate}. \`npm run services -- start\` starts them.`);
  }
  const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
  const child = spawn(process.execPath, [mocha, '--config', '.mocharc.services.cjs', ...words], {
    stdio: 'inherit',
    env: environment,
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => undefined); // a terminal sends it to mocha too, which ends in order at the first one
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};
