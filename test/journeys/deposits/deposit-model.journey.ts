import fc from 'fast-check';
import { openArchives, type Start } from './deposit-model/archive.js';
import { BEGINNING, commands, GROUPS, settle } from './deposit-model/commands.js';
import { newModel } from './deposit-model/model.js';
import { openedOnce } from '../../support/platform/opened.js';

/** Asks for deposits and exports in random order, as three callers, on whatever platform it is given. */
export const depositModelJourney = (
  start: Start,
  { runs, most }: { readonly runs: number; readonly most: number },
): void => {
  const archives = openedOnce(() => openArchives(start));

  it('are as the model says they are, whatever three callers ask for in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: most, size: 'max' }), async (asked) => {
        const archive = await archives.fresh();
        const model = newModel(GROUPS);
        for (const each of BEGINNING) await each.run(model, archive);
        await fc.asyncModelRun(() => ({ model, real: archive }), asked);
        await settle.run(model, archive);
      }),
      { numRuns: runs },
    );
  });
};
