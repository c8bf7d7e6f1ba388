import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { typedSteps, type TypedStep } from './replayed-page.js';
import { projectRoot } from '../project-root.js';
import type { TestPlatform } from '../platform/test-platform.js';

const run = promisify(execFile);
const MARK = '=== next step ===';

/** What is typed before all else, in the order of the page. */
const FIRST = ['Before you begin', 'A deposit with curl', 'With other tools'];

/** One step, with what is answered to it here. */
export interface ReplayedStep extends TypedStep {
  readonly here: string;
}

/** What is another one for each reader: addresses and credentials. */
const here = (typed: string, { ready: { preservation, s3 } }: TestPlatform): string =>
  typed
    .replaceAll('http://127.0.0.1:8080', preservation)
    .replaceAll('http://127.0.0.1:8082', s3.endpoint)
    .replaceAll('us-east-1', s3.region)
    .replaceAll('<access key>', s3.accessKeyId)
    .replaceAll('<secret key>', s3.secretAccessKey);

/** The headings of docs/depositing.md, each with the steps under it. */
export const depositingPage = async (): Promise<ReadonlyMap<string, readonly TypedStep[]>> => {
  const page = await readFile(join(projectRoot, 'docs/depositing.md'), 'utf8');
  const [, ...parts] = page.split(/^##+ /m);
  return new Map(parts.map((text) => [text.slice(0, text.indexOf('\n')), typedSteps(text)] as const));
};

export interface Replay {
  readonly path: string;
  readonly timeoutMs: number;
  readonly added?: ReadonlyMap<string, readonly TypedStep[]>;
}

/**
 * Types the page from its top, and then what stands under these headings, or what is `added` to the page under them;
 * `path` are the folders in which programs are found. Rejects where that does not end in time.
 */
export const replayDepositing = async (
  platform: TestPlatform,
  headings: readonly string[],
  { path, timeoutMs, added = new Map() }: Replay,
): Promise<ReadonlyMap<string, readonly ReplayedStep[]>> => {
  const page = new Map([...(await depositingPage()), ...added]);
  const typed = [...FIRST, ...headings].map((heading) => [heading, page.get(heading) ?? []] as const);
  const script = typed.flatMap(([, steps]) => steps.map((step) => `${here(step.typed, platform)}echo '${MARK}'`));
  const { stdout } = await run('bash', ['-c', script.join('\n')], {
    cwd: projectRoot,
    timeout: timeoutMs,
    env: { PATH: path, HOME: platform.data, LANG: 'C.UTF-8' },
  });
  const answers = stdout.replaceAll(platform.ready.preservation, 'http://127.0.0.1:8080').split(`${MARK}\n`).values();
  return new Map(
    typed.map(([heading, steps]) => [
      heading,
      steps.map((step) => ({ ...step, here: answers.next().value ?? '(no answer)' })),
    ]),
  );
};
