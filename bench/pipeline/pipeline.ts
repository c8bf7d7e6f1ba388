import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { depositStream } from '../../commands/core/stream-names.js';
import { idIn, preservationClient } from '../../clients/api/preservation-client.js';
import { placeOf } from '../../clients/command-line/deposit/deposit-trees.js';
import { readPreservableFolder } from '../../clients/command-line/folder/preservable-folder.js';
import type { EventStore } from '../../events/store.js';
import type { Config } from '../../infra/config/config.js';
import { startPlatform } from '../../infra/compose/platform.js';
import { directUploader } from '../../infra/compose/commands/direct-uploader.js';
import { findCommand } from '../../infra/tools/process/find-command.js';
import { ownConfig } from '../../test/support/own-config.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, rangeOf, secondsOf } from '../measure.js';
import { makeMixedFiles } from './mixed-files.js';
import { scannerWith } from './made-up-signatures.js';

const FILES = 2_000;
const ROUNDS = 5;

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

/** What freshclam gets, and next to nothing: loading them is most of what a scan of few files takes. */
const SIGNATURES = [8_700_000, 1];

/**
 * Upload, tools and METS of 2,000 mixed files, beside the bare tools one after another over the same folder, by turns. The
 * process of the platform is the same for all rounds, as with a server: its first round is told apart. The virus scanner is
 * clamscan, with as many signatures as freshclam gets, made up since those cannot be had everywhere, and with a single one.
 */
export const pipelineBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const source = join(root, 'source');
    await makeMixedFiles(source, FILES);
    const given = Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && /^(?:PATH|MUNIMENT_TOOL.*)$/.test(name) ? [[name, value] as const] : [],
      ),
    );
    const base = {
      MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
      ...given,
      MUNIMENT_TOOL_CLAMD: '',
      MUNIMENT_TOOL_CLAMDSCAN: 'no-clamdscan',
    };
    const { tools } = ownConfig(join(root, 'none'), base);
    const missing = Object.entries(bareCommands(tools, source)).filter(([, words]) => words === null);
    const clamscan = findCommand(tools.clamav.clamscan, tools.path);
    if (missing.length > 0 || clamscan === null) {
      const names = missing.map(([name]) => name);
      console.log(`not measured: ${names.join(', ')} cannot be found (npm run tools -- check)`);
      return [];
    }
    const figures: Figure[] = [];
    for (const count of SIGNATURES) {
      const scanner = await scannerWith(join(root, 'signatures'), clamscan, count);
      const config = ownConfig(join(root, `data-${count}`), { ...base, MUNIMENT_TOOL_CLAMSCAN: scanner });
      const commands = Object.entries(bareCommands(config.tools, source));
      const made = await inRounds(config, source, commands);
      const name = count === 1 ? '1 signature' : `${count.toLocaleString('en')} signatures`;
      figures.push(...made.map((figure) => ({ ...figure, name: `${name}: ${figure.name}` })));
    }
    return figures;
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
