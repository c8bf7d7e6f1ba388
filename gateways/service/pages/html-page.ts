import { escapeHtml } from '../../../formats/text/escape-html.js';
import type { Answer } from '../../http/route.js';

/** Escaped text in which code spans of Markdown are `code` elements. */
export const codeSpans = (markdown: string): string => escapeHtml(markdown).replace(/`([^`]+)`/g, '<code>$1</code>');

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
code { font-family: ui-monospace, monospace; background: color-mix(in srgb, currentcolor 10%, transparent); padding: 0 .2em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent); }
`;

/** A page of the service itself: it loads nothing and runs no script. `title` is text, `body` is HTML. */
export const htmlPage = (title: string, body: string): Answer => ({
  status: 200,
  headers: {
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cache-Control': 'public, max-age=3600',
  },
  content: {
    kind: 'text',
    mediaType: 'text/html; charset=utf-8',
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`,
  },
});
