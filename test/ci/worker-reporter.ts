import { createRequire } from 'node:module';
import type Mocha from 'mocha';
import { keepEachFailure } from './keep-each-failure.js';

type BufferedReporter = new (runner: Mocha.Runner, options: object) => object;

const require = createRequire(import.meta.url);
const ParallelBuffered = require('mocha/lib/nodejs/reporters/parallel-buffered.cjs') as BufferedReporter;

/** In each process of a parallel run: what mocha hands back to the first process, and evidence of each failure. */
export default class WorkerReporter extends ParallelBuffered {
  constructor(runner: Mocha.Runner, options: object) {
    super(runner, options);
    keepEachFailure(runner);
  }
}
