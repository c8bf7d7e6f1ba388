import { readConfig } from '../config.js';
import { startSentence } from './start-sentence.js';
import { startPlatform, type Platform, type Ready } from './platform.js';

/** How long a shutdown may take before the process ends anyway; what was acknowledged is durable long before. */
const SHUTDOWN_MS = 25_000;

const forPeople = ({ preservation, storage, s3, data }: Ready): string => `
Muniment is ready.

  preservation service  ${preservation}
  storage service       ${storage}
  S3 endpoint           ${s3.endpoint}  (region ${s3.region}, bucket ${s3.workspaceBucket})
  access key            ${s3.accessKeyId}
  secret key            ${s3.secretAccessKey}
  data folder           ${data}

Try:

  curl ${preservation}/whoami
  curl -X PUT ${preservation}/repository/letters
  curl -X POST ${preservation}/deposits -H 'Content-Type: application/json' -d '{"template":"RootLevel","archivalGroup":"${preservation}/repository/letters/1911"}'

Ctrl-C stops it.
`;

const stopOn = (signal: NodeJS.Signals, platform: Platform): void => {
  process.once(signal, () => {
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    platform.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${startSentence(error)}\n`);
        process.exit(1);
      },
    );
  });
};

try {
  const platform = await startPlatform(readConfig(process.env));
  stopOn('SIGTERM', platform);
  stopOn('SIGINT', platform);
  process.stdout.write(`${JSON.stringify(platform.ready)}\n`);
  process.stderr.write(forPeople(platform.ready));
} catch (error) {
  process.stderr.write(`${startSentence(error)}\n`);
  process.exitCode = 1;
}
