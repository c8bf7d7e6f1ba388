import { table } from '../servers/status.js';
import { projectRoot } from '../support/project-root.js';
import type { AffectedLane } from './affected/affected.js';
import { affectedSince } from './affected/project-change.js';

/**
 * `npm run affected [-- <commit>] [--specs]`: the lanes that the change since a commit (without one, since the last) can
 * touch, with how many of their spec files; with `--specs` these files instead, as mocha takes them.
 */
const words = process.argv.slice(2);
const commit = words.find((word) => !word.startsWith('--')) ?? 'HEAD';
const affectedOrEnd = (): readonly AffectedLane[] => {
  try {
    return affectedSince(projectRoot, commit);
  } catch (error) {
    console.error(`The change since ${commit} cannot be found: ${String(error)}`);
    process.exit(2);
  }
};
const affected = affectedOrEnd();
if (words.includes('--specs')) {
  const files = affected.flatMap(({ specs }) => (specs === 'all' ? [] : specs));
  for (const file of new Set(files)) console.log(`dist/${file.replace(/\.ts$/, '.js')}`);
} else if (affected.length === 0) console.log(`Nothing has changed since ${commit}.`);
else {
  const rows = affected.map(({ lane, specs }) => [
    lane.name,
    specs === 'all' ? 'all' : String(specs.length),
    `${lane.minutes} min`,
    `npm run lane -- ${lane.name}`,
  ]);
  process.stdout.write(table([['lane', 'spec files', 'budget', 'command'], ...rows]));
}
