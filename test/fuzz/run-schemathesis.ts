import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** One service and how much of it is fuzzed. */
export interface FuzzRun {
  readonly name: string;
  /** Base address of the service. */
  readonly url: string;
  readonly document: unknown;
  /** How many operations the document has. */
  readonly operations: number;
  /** At least so many requests. */
  readonly requests: number;
  readonly seed: number;
  /** The program. */
  readonly schemathesis: string;
  /** For documents, reports and logs. */
  readonly folder: string;
}

export interface FuzzFailure {
  readonly title: string;
  /** Labels such as `GET /deposits`. */
  readonly operations: readonly string[];
}

export interface FuzzResult {
  readonly requests: number;
  readonly failures: readonly FuzzFailure[];
  /** What kept requests from being made or judged. */
  readonly errors: readonly string[];
  /** All that was said, with a curl command for each failure. */
  readonly said: string;
}

interface Report {
  readonly complete: boolean;
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly FuzzFailure[];
  readonly errors: readonly { readonly title: string; readonly count: number }[];
}

/**
 * The checks that hold for every request. `negative_data_rejection` and `positive_data_acceptance` do not: unknown
 * properties and parameters are ignored, names match in any casing, texts stand for numbers, and what a valid request
 * meets depends on what is stored. `ignored_auth` needs a provider of tokens; specs of the gateways test them.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'use_after_free',
];

/** Longer than this an answer may not take. */
const ANSWER_SECONDS = 10;

/** So often random requests follow each other, before it is believed that there are no more. */
const MOST_ROUNDS = 40;

/**
 * The links are those of the documents. Links that are inferred from answers are not tried: looking for them ends
 * schemathesis 4.32 with `Invalid IPv6 URL` when an answer repeats a text such as `http://[` from its request.
 */
const CONFIGURATION = '[phases.stateful.inference]\nalgorithms = []\n';

interface Round {
  readonly number: number;
  readonly examples: number;
  readonly phases: string;
}

const wordsOf = ({ url, seed, folder, name }: FuzzRun, { number, examples, phases }: Round): readonly string[] => [
  ...['run', join(folder, `${name}.json`), '--url', url, '--phases', phases, '--max-examples', `${examples}`],
  ...['--seed', `${seed + number}`, '--checks', CHECKS.join(','), '--request-timeout', `${ANSWER_SECONDS}`],
  ...['--continue-on-failure', '--no-color', '--warnings', 'off', '--suppress-health-check', 'all'],
  ...['--generation-database', 'none', '--report', 'json'],
  ...['--report-json-path', join(folder, `${name}-${number}.report.json`)],
];

const runRound = async (run: FuzzRun, round: Round): Promise<Report & { readonly said: string }> => {
  const log = join(run.folder, `${run.name}-${round.number}.log`);
  const output = createWriteStream(log);
  const child = spawn(run.schemathesis, wordsOf(run, round), {
    cwd: run.folder,
    env: { ...process.env, CI: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  await once(child, 'close');
  output.end();
  await once(output, 'finish');
  const said = await readFile(log, 'utf8');
  try {
    const report = JSON.parse(
      await readFile(join(run.folder, `${run.name}-${round.number}.report.json`), 'utf8'),
    ) as Report;
    return { ...report, said };
  } catch {
    throw new Error(`schemathesis has left no report of ${run.name}: ${said.slice(-2000)}`);
  }
};

/**
 * Fuzzes a service: first by the examples and the edge cases of its document, then by chance and along links, with
 * another seed in each round, until there were enough requests. Ends early after a round with failures.
 */
export const runSchemathesis = async (run: FuzzRun): Promise<FuzzResult> => {
  await mkdir(run.folder, { recursive: true });
  await writeFile(join(run.folder, `${run.name}.json`), JSON.stringify(run.document));
  await writeFile(join(run.folder, 'schemathesis.toml'), CONFIGURATION);
  let requests = 0;
  for (let number = 0; number < MOST_ROUNDS; number++) {
    const missing = run.requests - requests;
    const examples = Math.max(3, Math.min(500, Math.ceil(missing / run.operations / 2)));
    const phases = number === 0 ? 'examples,coverage,fuzzing,stateful' : 'fuzzing,stateful';
    const { test_cases, failures, errors, complete, said } = await runRound(run, { number, examples, phases });
    requests += test_cases.generated;
    const broken = complete ? [] : ['schemathesis did not come to its end'];
    const allErrors = [...broken, ...errors.map(({ title, count }) => `${title} (${count})`)];
    if (failures.length > 0 || allErrors.length > 0 || requests >= run.requests)
      return { requests, failures, errors: allErrors, said };
  }
  return { requests, failures: [], errors: [], said: '' };
};
