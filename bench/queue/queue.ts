import { openImporters } from '../../test/workers/support/importers.js';
import { openRepository } from '../../test/workers/support/repository.js';
import type { Figure } from '../figure.js';
import { cpuSecondsSince, secondsOf } from '../measure.js';

/** How many jobs each agent asks for, one after the other. */
const ASKED: Readonly<Record<string, number>> = { ann: 900, ben: 70, cem: 30 };
const JOBS = Object.values(ASKED).reduce((sum, jobs) => sum + jobs, 0);

const importWith = async (count: number) => {
  const repository = await openRepository();
  const importers = await openImporters(repository);
  for (const [agent, jobs] of Object.entries(ASKED)) for (let job = 0; job < jobs; job++) await importers.submit(agent);
  const before = process.cpuUsage();
  importers.start(count);
  const rate = JOBS / (await secondsOf(() => importers.done()));
  const cpu = (1_000 * cpuSecondsSince(before)) / JOBS;
  const order = (await importers.begun()).map(({ agent }) => agent.charAt(0)).join('');
  await importers.close();
  await repository.close();
  return { count, rate, cpu, order };
};

/** Small imports of three agents by one, two and four importers, in this process and its memory. */
export const queueBench = async (): Promise<readonly Figure[]> => {
  await importWith(1); // warms up
  const one = await importWith(1);
  console.log(`how one importer began the jobs of ann, ben and cem:\n${one.order.replaceAll(/.{100}/g, '$&\n')}`);
  const to = 'one';
  return [one, await importWith(2), await importWith(4)].flatMap(({ count, rate, cpu }): Figure[] => {
    const name = `processor time of a job, ${count} importers`;
    return [
      { name: `jobs of ${count} importers`, value: rate, unit: 'jobs/s', ratio: { to, value: rate / one.rate } },
      { name, value: cpu, unit: 'ms', ratio: { to, value: cpu / one.cpu, atMost: 1.1 } },
    ];
  });
};
