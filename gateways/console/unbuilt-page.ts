import { escapeHtml } from '../../formats/text/escape-html.js';
import type { Answer } from '../http/route.js';

/** Why there is no page: it is being built, that failed, its packages are missing, or nothing builds it. */
export type BuildState = 'building' | 'failed' | 'packages-missing' | 'idle';

const AGAIN_SECONDS = 2;

const WORDS: Readonly<Record<BuildState, readonly [heading: string, text: string, command: string | null]>> = {
  building: ['The console is being built', 'This page shows it as soon as it is there.', null],
  failed: [
    'The console could not be built',
    'The log of the platform says why. To build it again:',
    'node infra/build-console.mjs',
  ],
  'packages-missing': [
    'The packages of the console are missing',
    'The command that installs them, in the folder of Muniment; then start it again:',
    'npm ci --include=dev',
  ],
  idle: [
    'The console is not built',
    'The command that builds it, in the folder of Muniment:',
    'node infra/build-console.mjs',
  ],
};

/** What is shown until the console is built, without a script. It loads itself again until then. */
export const unbuiltPage = (state: BuildState): Answer => {
  const [heading, text, command] = WORDS[state];
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${AGAIN_SECONDS}">
<title>${escapeHtml(heading)} · Muniment</title>
</head>
<body>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${command === null ? '' : `<pre><code>${escapeHtml(command)}</code></pre>\n`}</body>
</html>
`;
  return {
    status: 503,
    headers: {
      'Retry-After': String(AGAIN_SECONDS),
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'Referrer-Policy': 'no-referrer',
    },
    content: { kind: 'text', text: html, mediaType: 'text/html; charset=utf-8' },
  };
};
