import { openEngineIn, serveEngine } from '../../../support/s3/open-engine-in.js';

/** Serves the object store in the folder given until it is killed. Its address is one line on standard output. */
const [folder = '', accessKeyId = '', secretAccessKey = ''] = process.argv.slice(2);
const engine = await openEngineIn(folder);
const { endpoint } = await serveEngine(engine, { accessKeyId, secretAccessKey });
process.stdout.write(`${endpoint}\n`);
