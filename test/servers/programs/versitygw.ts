import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { answersHttp } from '../answers.js';
import { goProgram } from './go-program.js';
import { clientSettings, endpointOf, region } from './s3.js';
import type { Service } from '../service.js';

const HEALTH = '/_health';

/**
 * versitygw over plain files; the folder's file system must have user extended attributes. It is never started with
 * `--keep-alive`: after a streamed put, the next request of the connection would be refused as malformed.
 */
export const versitygw: Service = {
  name: 'versitygw',
  program: goProgram({
    name: 'versitygw',
    command: 'versitygw',
    module: 'github.com/versity/versitygw',
    path: '/cmd/versitygw',
    version: 'v1.8.0',
    sum: 'h1:au+wI+aybno/STsQiSm35Uu6Q6iK5MWReQxgO6SEMFc=',
  }),
  ports: 1,
  prepare: async ({ folder }) => {
    await mkdir(join(folder, 'data'), { recursive: true });
  },
  launch: ({ program, folder, ports: [port], credential }) => ({
    command: join(program, 'versitygw'),
    words: ['--port', `127.0.0.1:${port}`, '--region', region, '--health', HEALTH, '--quiet'].concat([
      'posix',
      join(folder, 'data'),
    ]),
    environment: { ROOT_ACCESS_KEY: credential.accessKeyId, ROOT_SECRET_KEY: credential.secretAccessKey },
  }),
  isReady: (place) => answersHttp(`${endpointOf(place)}${HEALTH}`),
  address: endpointOf,
  variable: 'MUNIMENT_TEST_S3_VERSITYGW',
  value: clientSettings,
};
