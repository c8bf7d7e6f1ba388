import { openImportPlatform } from './import-platform.js';
import { makeFiles } from './planned-files.js';

const [data = '', plan = '', count = ''] = process.argv.slice(2);
const on = await openImportPlatform(data);
await makeFiles(on, { count: Number(count), plan });
await on.platform.stop();
console.log('{}');
