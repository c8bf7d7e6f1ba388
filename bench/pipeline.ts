import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { depositStream } from '../commands/core/stream-names.js';
import { idIn, preservationClient } from '../clients/api/preservation-client.js';
import { placeOf } from '../clients/command-line/deposit/deposit-trees.js';
import { readPreservableFolder } from '../clients/command-line/folder/preservable-folder.js';
import type { EventStore } from '../events/store.js';
import type { Config } from '../infra/config/config.js';
import { startPlatform } from '../infra/compose/platform.js';
import { directUploader } from '../infra/compose/commands/direct-uploader.js';
import { findCommand } from '../infra/tools/process/find-command.js';
import { ownConfig } from '../test/support/own-config.js';
import type { Figure } from './figure.js';
import { inFolder } from './in-folder.js';
import { median, rangeOf, secondsOf } from './measure.js';

const FILES = 2_000;
const ROUNDS = 5;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Text of some kilobytes that is different in each file, and the same in each run. */
const textOf = (index: number): string =>
  Array.from({ length: 40 + (index % 160) }, (_, line) =>
    createHash('sha256').update(`${index} ${line}`).digest('hex'),
  ).join('\n');

const KINDS: readonly (readonly [extension: string, content: (index: number) => Buffer | string])[] = [
  ['txt', textOf],
  ['csv', (index) => `number,text\n${textOf(index).replaceAll('\n', '\n1,')}`],
  ['json', (index) => JSON.stringify({ lines: textOf(index).split('\n') })],
  ['svg', (index) => `<svg xmlns="http://www.w3.org/2000/svg"><desc>${textOf(index)}</desc></svg>`],
  ['html', (index) => `<!DOCTYPE html><html><body><p>${textOf(index)}</p></body></html>`],
  ['png', (index) => Buffer.concat([PNG, Buffer.from(textOf(index))])],
  ['pdf', (index) => `%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${textOf(index)}\n%%EOF\n`],
];

const makeFiles = async (folder: string): Promise<void> => {
  for (let index = 0; index < FILES; index++) {
    const [extension, content] = KINDS[index % KINDS.length]!;
    const path = join(folder, `${Math.floor(index / 100)}`, `${index}.${extension}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content(index));
  }
};

/** Runs a command over the folder, with what it prints thrown away; answers its seconds. */
const bare = (words: readonly string[]): Promise<number> =>
  secondsOf(async () => {
    const [command = '', ...rest] = words;
    const child = spawn(command, rest, { stdio: 'ignore' });
    await once(child, 'exit');
  });

const PYGFRIED = `
import hashlib, os, sys, pygfried
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        path = os.path.join(folder, name)
        pygfried.identify(path, detailed=True)
        hashlib.sha256(open(path, 'rb').read()).hexdigest()
`;

/** The bare commands over a folder, by the tool; null for one that is missing. */
const bareCommands = (config: Config['tools'], folder: string): Record<string, readonly string[] | null> => {
  const found = (name: string): string | null => findCommand(name, config.path);
  const [sf, python, clamscan, exiftool] = [
    found(config.siegfried),
    found(config.python),
    found(config.clamav.clamscan),
    found(config.exiftool),
  ];
  const pygfried = python === null ? null : [python, '-c', PYGFRIED, folder];
  return {
    siegfried: sf === null ? pygfried : [sf, '-hash', 'sha256', '-csv', folder],
    clamscan: clamscan === null ? null : [clamscan, '-r', folder],
    exiftool: exiftool === null ? null : [exiftool, '-r', '-a', folder],
  };
};

interface Round {
  readonly upload: number;
  readonly run: number;
  /** How often the METS was written by the run. */
  readonly writes: number;
}

/** Uploads the folder to a deposit and runs the pipeline over it; in seconds. */
const round = async (platform: StartedPlatform, events: EventStore, source: string): Promise<Round> => {
  const client = preservationClient(platform.ready.preservation);
  const archivalGroup = `/repository/bench-${randomUUID()}`;
  const deposit = await client.createDeposit({ template: 'RootLevel', archivalGroup, archivalGroupName: 'Bench' });
  const id = idIn(deposit.id);
  const { bucket, prefix } = placeOf(deposit);
  const { files } = await readPreservableFolder(source);
  const uploads = files.map((file) => ({
    file,
    to: { bucket, key: `${prefix}objects/${file.path}` },
    sha256: undefined,
  }));
  const upload = await secondsOf(() => directUploader(platform.engine)(uploads, () => undefined));
  const run = await secondsOf(async () => {
    await client.runPipeline(id);
    await platform.settle();
  });
  const [last] = await client.listPipelineRuns(id);
  if (last?.status !== 'completed') throw new Error(`the run ended so: ${JSON.stringify(last?.errors)}`);
  let writes = 0;
  for await (const { type } of events.read(depositStream(id), { direction: 'backwards' }))
    if (type === 'MetsRevised') writes += 1;
  return { upload, run, writes };
};

type StartedPlatform = Awaited<ReturnType<typeof startPlatform>>;

const inRange = (name: string, seconds: readonly number[]): Figure => ({
  name: `${name} (${rangeOf(seconds)})`,
  value: median(seconds) * 1_000,
  unit: 'ms',
});

/**
 * Upload, tools and METS of 2,000 mixed files, beside the bare tools one after another over the same folder, by turns. The
 * process of the platform is the same all the time, as with a server: its first round is told apart.
 */
export const pipelineBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const source = join(root, 'source');
    await makeFiles(source);
    const given = Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && /^(?:PATH|MUNIMENT_TOOL.*)$/.test(name) ? [[name, value] as const] : [],
      ),
    );
    const config = ownConfig(join(root, 'data'), { MUNIMENT_TOOLS: 'siegfried,clamav,exiftool', ...given });
    const commands = Object.entries(bareCommands(config.tools, source));
    const missing = commands.filter(([, words]) => words === null).map(([name]) => name);
    if (missing.length > 0) {
      console.log(`not measured: ${missing.join(', ')} cannot be found (npm run tools -- check)`);
      return [];
    }
    return inRounds(config, source, commands);
  });

const inRounds = async (
  config: Config,
  source: string,
  commands: readonly (readonly [tool: string, words: readonly string[] | null])[],
): Promise<readonly Figure[]> => {
  const found: { events: EventStore | null } = { events: null };
  const platform = await startPlatform(config, {
    ports: (ports) => {
      found.events = ports.events;
      return ports;
    },
  });
  const bareSeconds = new Map<string, number[]>(commands.map(([tool]) => [tool, []]));
  const rounds: (Round & { readonly sum: number })[] = [];
  try {
    for (let each = 0; each <= ROUNDS; each++) {
      let sum = 0;
      for (const [tool, words] of commands) {
        const seconds = await bare(words ?? []);
        bareSeconds.get(tool)?.push(seconds);
        sum += seconds;
      }
      rounds.push({ ...(await round(platform, found.events!, source)), sum });
    }
  } finally {
    await platform.stop();
  }
  return figuresOf(rounds, bareSeconds);
};

const figuresOf = (
  rounds: readonly (Round & { readonly sum: number })[],
  bareSeconds: ReadonlyMap<string, readonly number[]>,
): readonly Figure[] => {
  const [first, ...others] = rounds;
  const to = 'the bare tools one after another';
  const wholeOf = ({ upload, run }: Round): number => upload + run;
  const ratioOf = (round: Round & { readonly sum: number }): number => wholeOf(round) / round.sum;
  const whole = others.map(wholeOf);
  return [
    ...[...bareSeconds].map(([tool, seconds]) => inRange(`${tool} alone, ${FILES} files`, seconds)),
    inRange(
      to,
      rounds.map(({ sum }) => sum),
    ),
    ...(first === undefined
      ? []
      : [
          {
            name: 'upload and run, the first of the process',
            value: wholeOf(first) * 1_000,
            unit: 'ms',
            ratio: { to, value: ratioOf(first) },
          },
        ]),
    inRange(
      'upload',
      others.map(({ upload }) => upload),
    ),
    inRange(
      'run of the pipeline, METS included',
      others.map(({ run }) => run),
    ),
    { ...inRange('upload and run', whole), ratio: { to, value: median(others.map(ratioOf)), atMost: 1 } },
    {
      name: 'writes of the METS by a run',
      value: Math.max(...rounds.map(({ writes }) => writes)),
      unit: '',
      atMost: 1,
    },
  ];
};
