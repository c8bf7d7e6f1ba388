/**
 * Builds the pages of the console into `clients/console/dist` where their sources are others than those of what is built,
 * and compresses them, so that they are served as they are. Ends with 3 where the packages for it are not installed, and
 * with 1 where the build fails; `--is-fresh` builds nothing, and ends with 0 where nothing is to do. A build takes the place
 * of the one before as a whole. Not TypeScript, as `compile.mjs`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const program = fileURLToPath(import.meta.url);
const project = dirname(dirname(program));
const source = join(project, 'clients', 'console');
const output = join(source, 'dist');
const page = join(output, 'index.html');

/** What the pages are made of, with what the rules on imports let the console use. */
const FOLDERS = ['clients/api', 'clients/console', 'flow', 'formats'];
const FILES = ['package-lock.json', 'infra/build-console.mjs'];
const MADE = /^clients\/(console\/dist|api\/generated)(\.|\/|$)/;

const byPath = (path) => relative(project, path).split(sep).join('/');
const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The SHA-256 of the names and contents of all sources; each that is added, changed, moved or removed changes it. */
const digestOfSources = () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true }).map((name) => join(project, folder, name)),
  );
  const paths = [...found, ...FILES.map((name) => join(project, name))]
    .filter((path) => !MADE.test(byPath(path)) && isFile(path))
    .sort();
  const digest = createHash('sha256');
  for (const path of paths)
    digest.update(`${byPath(path)}\n${createHash('sha256').update(readFileSync(path)).digest('hex')}\n`);
  return digest.digest('hex');
};

/** The last line of a page that was built of sources with this digest. */
const markOf = (digest) => `\n<!-- Built of sources with the SHA-256 ${digest}. -->\n`;

const isFresh = (digest) => existsSync(page) && readFileSync(page, 'utf8').endsWith(markOf(digest));

const COMPRESSED = new Set(['.css', '.html', '.js', '.svg']);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const compress = (folder) => {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!COMPRESSED.has(extname(name))) continue;
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, quality));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
};

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Removes what builds that were killed have left. */
const removeLeft = () => {
  for (const name of readdirSync(source)) {
    const [, pid] = /^dist\.(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(source, name), { recursive: true });
  }
};

/** Refuses modules whose changes `digestOfSources` would not see. */
const requireSeen = ({ output: files }) => {
  for (const path of files.flatMap(({ moduleIds = [] }) => moduleIds).map(byPath))
    if (!/^(\0|\.\.\/|node_modules\/)/.test(path) && !FOLDERS.some((folder) => path.startsWith(`${folder}/`)))
      throw new Error(
        `The console uses ${path}, which lies in none of ${FOLDERS.join(', ')}: name its folder in infra/build-console.mjs.`,
      );
};

const replace = (unfinished) => {
  rmSync(output, { recursive: true, force: true });
  try {
    renameSync(unfinished, output);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY') throw error; // another build was faster
  }
};

const build = async (digest) => {
  const { build: bundle } = await import('vite').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('Building the console needs the development packages: run npm ci --include=dev.\n');
    process.exit(3);
  });
  removeLeft();
  const unfinished = `${output}.${process.pid}`;
  try {
    requireSeen(
      await bundle({ configFile: join(source, 'vite.config.mjs'), build: { outDir: unfinished, emptyOutDir: true } }),
    );
    const made = join(unfinished, 'index.html');
    writeFileSync(made, readFileSync(made, 'utf8').trimEnd() + markOf(digest));
    compress(unfinished);
    replace(unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
};

const digest = digestOfSources();
if (process.argv.includes('--is-fresh')) process.exitCode = isFresh(digest) ? 0 : 1;
else if (!isFresh(digest)) await build(digest);
