import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../project-root.js';

/** Where a proxy listens for a service, and where the service does. */
export type Route = Readonly<Record<'listen' | 'to', number>>;
export type Routes = Readonly<Record<'archive' | 'storage' | 'files', Route>>;

export interface ExampleProxy {
  readonly program: string;
  /** The example of docs/behind-a-proxy.md as a whole file, with ports instead of names and TLS. */
  readonly file: (routes: Routes, folder: string, compresses: boolean) => string;
  readonly words: (file: string, folder: string) => readonly string[];
}

const page = readFileSync(join(projectRoot, 'docs', 'behind-a-proxy.md'), 'utf8');

const listenOf = (routes: Routes, name: string): number => {
  const [route] = Object.entries(routes).flatMap(([each, { listen }]) => (name.startsWith(`${each}.`) ? [listen] : []));
  if (route === undefined) throw new Error(`The page on proxies names ${name}.`);
  return route;
};

const exampleFor = (language: string, routes: Routes): string => {
  const [, example] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? [];
  if (example === undefined) throw new Error(`The page on proxies has no example for ${language}.`);
  const { archive, storage, files } = routes;
  return [archive, storage, files].reduce((text, { to }, index) => text.replace(`:${8080 + index}`, `:${to}`), example);
};

/** Where a program is; null where it is not installed. */
export const placeOf = (program: string): string | null =>
  spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim() || null;

const nginx: ExampleProxy = {
  program: 'nginx',
  file: (routes, folder, compresses) => {
    const example = exampleFor('nginx', routes)
      .replaceAll(/^ssl_.*$/gm, '')
      .replaceAll(/listen 443 ssl; server_name (\S+);/g, (_, name: string) => `listen ${listenOf(routes, name)};`)
      .replace('gzip off;', compresses ? 'gzip on; gzip_types *; gzip_min_length 0;' : 'gzip off;');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${each};`);
    const around = `daemon off; pid ${folder}/pid; events {}`;
    return `${around} http { access_log off; ${temporary.join(' ')} ${example} }`;
  },
  words: (file, folder) => ['-p', folder, '-c', file, '-e', join(folder, 'error.log')],
};

const apache: ExampleProxy = {
  program: 'apache2',
  file: (routes, folder, compresses) => {
    const example = exampleFor('apache', routes)
      .replaceAll(/^ *SSL.*$/gm, '')
      .replaceAll(/<VirtualHost \*:443>\s+ServerName (\S+)/g, (_, name: string) => {
        const listen = listenOf(routes, name);
        return `Listen ${listen}\n<VirtualHost *:${listen}>`;
      });
    const folderOfModules = join(dirname(realpathSync(placeOf('apache2') ?? '')), '../lib/apache2/modules');
    const modules = ['mpm_event', 'authz_core', 'env', 'proxy', 'proxy_http', 'filter', 'deflate'];
    return [
      'ServerName localhost',
      `PidFile ${folder}/pid`,
      `ErrorLog ${folder}/error.log`,
      ...modules.map((each) => `LoadModule ${each}_module ${folderOfModules}/mod_${each}.so`),
      compresses ? `${example.replaceAll(/^SetEnv no-.*$/gm, '')}SetOutputFilter DEFLATE` : example,
      '',
    ].join('\n');
  },
  words: (file, folder) => ['-d', folder, '-f', file, '-DFOREGROUND'],
};

const CADDY_COMPRESSES = '  encode {\n gzip\n minimum_length 1\n match {\n header Content-Type *\n }\n }\n  ';

const caddy: ExampleProxy = {
  program: 'caddy',
  file: (routes, _, compresses) => {
    const example = exampleFor('caddy', routes)
      .replaceAll(/^(\S+) \{$/gm, (_whole, name: string) => `http://127.0.0.1:${listenOf(routes, name)} {`)
      .replaceAll(/^ {2}(?=reverse_proxy)/gm, compresses ? CADDY_COMPRESSES : '  ');
    return `{\n  admin off\n}\n\n${example}`;
  },
  words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
};

export const exampleProxies: Readonly<Record<string, ExampleProxy>> = { nginx, Apache: apache, Caddy: caddy };
