import { reasonOf } from './service-fault.js';
import { runSuites } from './run-suites.js';

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

try {
  process.exitCode = await runSuites(process.argv.slice(2), process.env, say);
} catch (error) {
  say(reasonOf(error));
  process.exitCode = 1;
}
