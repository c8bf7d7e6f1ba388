import { settings } from '../config/settings.js';

/** The content of docs/settings.md: every setting. */
export const settingsPage = (): string =>
  [
    '# Settings',
    '',
    'Read once at the start, from the environment. One sentence lists all that is wrong with them. This page is written',
    'by `npm run docs`.',
    '',
    '| variable | default | meaning |',
    '| --- | --- | --- |',
    ...Object.values(settings).map(
      ({ variable, fallback, meaning }) =>
        `| \`${variable}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
    ),
    '',
  ].join('\n');
