import { writeSync } from 'node:fs';
import { basename } from 'node:path';
import { readPreservableFolder } from '../../../clients/command-line/folder/preservable-folder.js';
import { operationsOf } from '../../../clients/api/preservation-client.js';
import { serviceRequests, type ServiceRequests } from '../../../clients/api/service-requests.js';
import { groupSegments } from '../../../clients/command-line/verbs/preserve/options.js';
import { preserveFolder } from '../../../clients/command-line/preserve-folder.js';
import { localDigests } from '../../support/local-digests.js';
import { directUploader } from '../../../infra/compose/commands/direct-uploader.js';
import { startPlatform } from '../../../infra/compose/platform/platform.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import type { AcknowledgedLine, Line } from '../../support/main-job/lines.js';
import { ownConfig } from '../../support/platform/own-config.js';
import { die, stepped, strikingAt, type Come, type KillPoint } from '../../support/processes/kill-point.js';
import type { StepNames } from '../../support/processes/step-names.js';
import { quiet } from '../../support/command-line/quiet-progress.js';

/**
 * The main job in one process, as the preserve command does it: `main-job <data folder> <folder> <group> [<kill point>]`.
 * It says each of its steps and all that it is told, and kills itself where the kill point (JSON) says.
 */
const [, , data = '', folder = '', group = '', kill = 'null'] = process.argv;

const say = (line: Line): void => void writeSync(1, `${JSON.stringify(line)}\n`);

const names: StepNames = { request: '', staged: false };
const strike = strikingAt(JSON.parse(kill) as KillPoint | null, die);
const come: Come = (step, moment) => {
  say({ kind: 'step', step, moment });
  strike(step, moment);
};

const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const ANSWERS: readonly (readonly [RegExp, 'container' | 'deposit' | 'import'])[] = [
  [/^PUT \/repository\//, 'container'],
  [/^POST \/deposits$/, 'deposit'],
  [/^POST .*\/importjobs$/, 'import'],
];

/** Requests that are told of, and what was acknowledged. */
const telling = ({ send }: ServiceRequests): ServiceRequests => ({
  async send(request) {
    const { method, url } = request;
    const path = new URL(url).pathname;
    names.request = path;
    say({
      kind: 'request',
      request: `${method} ${path.replace(/(deposits|results|depositArchiveJobs)\/[^/]+/g, '$1/…')}`,
    });
    const response = await send(request);
    const what = ANSWERS.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];
    if (what !== undefined && response.status === 201) {
      const { id } = (await response.clone().json()) as { readonly id: string };
      say({ kind: 'acknowledged', what, id: lastSegment(id) });
    }
    return response;
  },
});

/** The store as uploads use it: what becomes an object is told of. */
const uploading = (engine: ObjectEngine): ObjectEngine => ({
  ...engine,
  commit: async (staged, at, options) => {
    come('upload', 'before');
    const object = await engine.commit(staged, at, options);
    const upload: AcknowledgedLine = { kind: 'acknowledged', what: 'upload', key: at.key, sha256: object.sha256 ?? '' };
    say(upload);
    come('upload', 'after');
    return object;
  },
});

const local = await readPreservableFolder(folder);
const config = ownConfig(data, { MUNIMENT_LOG_LEVEL: 'warn' });
come('start', 'before');
const platform = await startPlatform(config, { ports: (ports: Ports) => stepped(ports, come, names) });
come('start', 'after');
const engine = uploading(platform.engine);
try {
  const client = operationsOf(platform.ready.preservation, telling(serviceRequests()));
  const preserving = { client, upload: directUploader(engine), progress: quiet };
  const digests = localDigests(local, quiet);
  const request = { local, digests, segments: groupSegments(group), name: null, defaultName: basename(folder) };
  const { group: preserved, result } = await preserveFolder(preserving, request);
  say({ kind: 'ended', version: preserved.version, job: result === null ? null : lastSegment(result.id) });
  await platform.settle(); // what follows behind an end is a step of the job, too
} finally {
  come('stop', 'before');
  await platform.stop();
  come('stop', 'after');
}
