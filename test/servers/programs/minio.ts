import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { answersHttp } from '../answers.js';
import { goProgram } from './go-program.js';
import { clientSettings, endpointOf, region } from './s3.js';
import type { Service } from '../service.js';

/** MinIO, the second S3 server: it is kept up no longer and is here for portability alone. */
export const minio: Service = {
  name: 'minio',
  program: goProgram({
    name: 'MinIO',
    command: 'minio',
    module: 'github.com/minio/minio',
    path: '',
    version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
    sum: 'h1:/qdoYujxF5MBLDMVLeiYJ/7fBa1HikX39Dvzb9Ji8pA=',
  }),
  ports: 1,
  prepare: async ({ folder }) => {
    for (const each of ['data', 'certs']) await mkdir(join(folder, each), { recursive: true });
  },
  launch: ({ program, folder, ports: [port], credential }) => ({
    command: join(program, 'minio'),
    words: ['server', '--quiet', '--address', `127.0.0.1:${port}`].concat([
      '--certs-dir',
      join(folder, 'certs'),
      join(folder, 'data'),
    ]),
    environment: {
      HOME: folder,
      MINIO_ROOT_USER: credential.accessKeyId,
      MINIO_ROOT_PASSWORD: credential.secretAccessKey,
      MINIO_REGION: region,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
  }),
  isReady: (place) => answersHttp(`${endpointOf(place)}/minio/health/ready`),
  address: endpointOf,
  variable: 'MUNIMENT_TEST_S3_MINIO',
  value: clientSettings,
};
