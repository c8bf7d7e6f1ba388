import { runServices } from './run-services.js';

process.exitCode = await runServices(process.argv.slice(2), {
  environment: process.env,
  output: (text) => process.stdout.write(text),
  say: (line) => process.stderr.write(`${line}\n`),
});
