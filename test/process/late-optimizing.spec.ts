import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { projectRoot } from '../support/project-root.js';

const MODULE = join(projectRoot, 'dist/infra/compose/process/late-optimizing.js');

/** Prints whether TurboFan had optimized a function that runs often: before the event loop went round, and in the end. */
const HOT = `
import { setImmediate } from 'node:timers/promises';
import { optimizeAfter } from ${JSON.stringify(MODULE)};
optimizeAfter(50);
const sum = (a, b) => a + b;
const often = () => { let all = 0; for (let index = 0; index < 1e6; index++) all = sum(all, index); return all; };
const byTurboFan = () => (%GetOptimizationStatus(often) & (1 << 6)) !== 0;
for (let round = 0; round < 20; round++) often();
const first = byTurboFan();
const begun = performance.now();
while (!byTurboFan() && performance.now() - begun < 20_000) { often(); await setImmediate(); }
console.log(JSON.stringify([first, byTurboFan()]));
`;

describe('a program that is optimized late', () => {
  it('has nothing optimized by TurboFan at first, and later what runs often', async () => {
    const words = ['--allow-natives-syntax', '--input-type=module', '--eval', HOT];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    expect(JSON.parse(stdout)).to.deep.equal([false, true]);
  });
});
