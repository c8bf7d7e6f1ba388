import { join } from 'node:path';
import { inFolder } from '../in-folder.js';
import { measureCreations, writeFlatContainer } from './flat-container.js';

/** Measures in a process that has opened nothing of the log before, but has created containers in another one. */
const [file = ''] = process.argv.slice(2);
const WARM_UP_CHILDREN = 10;

const creations = await inFolder(async (folder) => {
  const warmUp = join(folder, 'warm-up.db');
  await writeFlatContainer(warmUp, WARM_UP_CHILDREN);
  await measureCreations(warmUp);
  return measureCreations(file);
});
process.stdout.write(JSON.stringify(creations));
