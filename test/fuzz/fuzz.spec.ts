import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readOpenApi } from '../../schemas/openapi-document.js';
import { projectRoot } from '../support/project-root.js';
import { startProcess, type RunningPlatform } from '../support/command-line/run-command.js';
import { SEED } from '../support/random/seed.js';
import { fuzzedDocument } from './fuzzed-document.js';
import { openOperations } from './open-operations.js';
import { failureText } from './failure-text.js';
import { watchProcess, type ProcessWatch } from './process-watch.js';
import { runSchemathesis, type FuzzResult } from './run-schemathesis.js';
import { schemathesisProgram } from './schemathesis-program.js';
import { preserveSamples, storeKnownValues } from './store-known-values.js';

/** To each service. */
const REQUESTS = Number(process.env['MUNIMENT_FUZZ_REQUESTS'] ?? 50_000);

/** Far above what a platform needs for this, far below what a leak would leave after so many requests. */
const MOST_BYTES = 1024 ** 3;
const MOST_FURTHER_FILES = 100;

const SERVICES = ['preservation', 'storage'] as const;

describe('both services, under requests that are made from their documents', function () {
  this.timeout(0);
  let folder: string | undefined;
  let platform: RunningPlatform | undefined;
  let watch: ProcessWatch;
  const results = new Map<string, FuzzResult>();

  before(async function () {
    const schemathesis = await schemathesisProgram();
    if (schemathesis === null) {
      console.log('skipped: fuzzing needs python3 with venv and pip');
      this.skip();
    }
    const scratch = await mkdtemp(join(tmpdir(), 'muniment-fuzz-'));
    folder = scratch;
    const env = {
      MUNIMENT_DATA: join(scratch, 'data'),
      MUNIMENT_LOG_LEVEL: 'error',
      MUNIMENT_IDENTITY_RECORDS: join(projectRoot, 'samples', 'identity-records.json'),
      MUNIMENT_ENABLE_METS_ID_NORMALISATION: 'true',
    };
    await preserveSamples(env);
    platform = await startProcess(env);
    const { ready } = platform;
    const known = await storeKnownValues(ready);
    watch = await watchProcess(ready.operations);
    console.log(`fuzzing: ${REQUESTS} requests to each service, seed ${SEED}`);
    const runs = SERVICES.map(async (name) => {
      const document = readOpenApi(name);
      const operations = openOperations(document).length;
      const fuzzed = fuzzedDocument(document, known);
      const [url, seed] = [ready[name], SEED];
      const run = { name, url, document: fuzzed, operations, requests: REQUESTS, seed, schemathesis, folder: scratch };
      results.set(name, await runSchemathesis(run));
    });
    await Promise.all(runs);
    await watch.stop();
  });
  after(async () => {
    await platform?.end('SIGKILL');
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  for (const name of SERVICES)
    describe(`the ${name} service`, () => {
      const labels = openOperations(readOpenApi(name)).map(({ label }) => label);
      for (const label of labels)
        it(`answers ${label} as its document says`, () => {
          const { failures, said } = results.get(name)!;
          const own = failures.filter(({ operations }) => operations.includes(label));
          expect(own, failureText(said, label)).to.deep.equal([]);
        });

      it('answers requests that follow from each other as its document says', () => {
        const { failures, said } = results.get(name)!;
        const others = failures.filter(({ operations }) => !operations.some((each) => labels.includes(each)));
        expect(others, failureText(said)).to.deep.equal([]);
      });

      it('got all requests', () => {
        const { requests, errors, said } = results.get(name)!;
        console.log(`      ${name}: ${requests} requests`);
        expect(errors, failureText(said)).to.deep.equal([]);
        expect(requests, failureText(said)).to.be.at.least(REQUESTS);
      });
    });

  it('leave the process alive, ready, and without an error in its log', async () => {
    const ready = await fetch(`${platform!.ready.operations}/ready`);
    expect(ready.status, await ready.text()).to.equal(200);
    expect(
      platform!
        .said()
        .split('\n')
        .filter((line) => / error /.test(line)),
    ).to.deep.equal([]);
  });

  it('need no more memory and no more open files the longer it goes on', () => {
    const { mostBytes, filesBefore, filesAfter } = watch;
    console.log(
      `      at most ${Math.round(mostBytes / 1e6)} MB, ${filesBefore} open files before, ${filesAfter} after`,
    );
    expect(mostBytes).to.be.at.most(MOST_BYTES);
    expect(filesAfter - filesBefore).to.be.at.most(MOST_FURTHER_FILES);
  });

  it('let the process stop when it is asked to', async () => {
    const { code, signal } = await platform!.end('SIGTERM');
    expect({ code, signal }).to.deep.equal({ code: 0, signal: null });
  });
});
