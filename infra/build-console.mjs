/**
 * Builds the pages of the console into `clients/console/dist` where a source is newer than what was built, and compresses
 * them, so that they are served as they are. Ends with 3 where the packages for it are not installed, and with 1 where the
 * build fails; `--is-fresh` builds nothing, and ends with 0 where nothing is to do. A build takes the place of the one
 * before as a whole. Not TypeScript, as `compile.mjs`.
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const project = fileURLToPath(new URL('..', import.meta.url));
const source = join(project, 'clients', 'console');
const output = join(source, 'dist');
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether no source was changed, added, moved or removed since the last build. */
const isFresh = () => {
  const builtAt = changedAt(join(output, 'index.html'));
  const folders = ['console', 'api'].map((name) => join(project, 'clients', name));
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => !/^(dist|generated)(\/|\\|$)/.test(name))
      .map((name) => join(folder, name)),
  );
  return [...paths, join(project, 'package.json')].every((path) => changedAt(path) <= builtAt);
};

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

const build = async () => {
  const { build: bundle } = await import('vite').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('Building the console needs the development packages: run npm ci --include=dev.\n');
    process.exit(3);
  });
  const started = new Date();
  const unfinished = `${output}.${process.pid}`;
  await bundle({ configFile: join(source, 'vite.config.mjs'), build: { outDir: unfinished, emptyOutDir: true } });
  compress(unfinished);
  writeFileSync(join(unfinished, 'index.html'), readFileSync(join(unfinished, 'index.html')), { flush: true });
  rmSync(output, { recursive: true, force: true });
  renameSync(unfinished, output);
  return started;
};

if (process.argv.includes('--is-fresh')) process.exitCode = isFresh() ? 0 : 1;
else if (!isFresh()) await build();
