import fc from 'fast-check';
import { openArchives } from './import-model/archive.js';
import { BEGINNING, commands, GROUPS } from './import-model/commands.js';
import { newModel, runJobs } from './import-model/model.js';
import { atDepth } from '../../support/random/depth.js';
import { openedOnce } from '../../support/platform/opened.js';

const RUNS = atDepth(6);

describe(`deposits, jobs and groups, in ${RUNS} runs of a model`, () => {
  const archives = openedOnce(openArchives);

  it('are as the model says they are, whatever is asked of them in whatever order', () =>
    fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 80, size: 'max' }), async (asked) => {
        const archive = await archives.fresh();
        const model = newModel(GROUPS);
        for (const each of BEGINNING) await each.run(model, archive);
        await fc.asyncModelRun(() => ({ model, real: archive }), asked);
        await archive.run();
        runJobs(model);
        await archive.agreesWith(model);
      }),
      { numRuns: RUNS },
    ));
});
