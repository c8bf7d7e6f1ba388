import { runAudit } from './run-audit.js';
import type { Interruption } from './run-preserve.js';

/** The AWS SDK advises whoever builds on it of coming Node versions; that is not for the people who run this. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const interrupted = new Promise<Interruption>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
});

const code = await runAudit(process.argv.slice(2), {
  environment: process.env,
  output: process.stdout,
  messages: process.stderr,
  interrupted,
});
if (code > 2) process.exit(code); // what was interrupted may still be under way
process.exitCode = code;
