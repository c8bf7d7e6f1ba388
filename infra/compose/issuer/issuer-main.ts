import { readConfig } from '../../config/config.js';
import { onFirstSignal } from '../process/first-signal.js';
import { runIssuer } from './run-issuer.js';
import { startSentence } from '../process/start-sentence.js';

const stopped = new Promise<void>((resolve) => onFirstSignal(() => resolve()));

try {
  await runIssuer(process.argv.slice(2), readConfig(process.env), {
    output: (text) => void process.stdout.write(text),
    messages: (text) => void process.stderr.write(text),
    stopped,
  });
} catch (error) {
  process.stderr.write(`${startSentence(error)}\n`);
  process.exitCode = 1;
}
