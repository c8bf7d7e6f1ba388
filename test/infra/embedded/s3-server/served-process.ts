import { join } from 'node:path';
import { openObjectEngine, openS3Endpoint } from '../../../../infra/embedded/s3-server/s3-server.js';

/** Serves the object store in the folder given until it is killed. Its address is one line on standard output. */
const [folder = '', accessKeyId = '', secretAccessKey = ''] = process.argv.slice(2);
const engine = await openObjectEngine({
  folder,
  buckets: [
    { name: 'workspace', layout: 'indexed' },
    { name: 'repository', layout: 'plain', root: join(folder, 'ocfl') },
  ],
});
const { endpoint } = await openS3Endpoint({
  engine,
  host: '127.0.0.1',
  port: 0,
  region: 'us-east-1',
  credentials: [{ accessKeyId, secretAccessKey, may: () => true }],
  now: () => new Date(),
});
process.stdout.write(`${endpoint}\n`);
