import { appendFileSync } from 'node:fs';
import { SETTINGS, type ReachedSyncs, type SwitchedGlobal } from './settings.js';

const { reachedSyncs } = globalThis as unknown as SwitchedGlobal;

/** Loaded by mocha: tells which syncs each test has reached, with the hooks before it. */
export const mochaHooks: Mocha.RootHookObject = {
  afterEach(this: Mocha.Context) {
    const { file = '', duration = 0 } = this.currentTest ?? {};
    const reached: ReachedSyncs = { file, milliseconds: duration, syncs: [...reachedSyncs] };
    appendFileSync(process.env[SETTINGS.reached] ?? '', `${JSON.stringify(reached)}\n`);
    reachedSyncs.clear();
  },
};
