import { eventStoreBench } from './event-store.js';
import { figureLine } from './figure.js';
import { mainJobBench } from './main-job.js';

/** Which benches there are, by the word that chooses them: `npm run bench -- events`. */
const BENCHES = { events: eventStoreBench, 'main-job': mainJobBench };

const chosen = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${name}`);
  for (const figure of await bench()) console.log(figureLine(figure));
}
