import { settings } from '../config/settings.js';

/** The content of docs/settings.md: every setting. */
export const settingsPage = (): string =>
  [
    '# Settings',
    '',
    'Settings are read once, at the start, from the environment. If any are wrong, the start fails with one message that',
    'lists all of them. A variable that begins with `MUNIMENT_` and is not in this table is wrong, and so is a value in',
    'quotes or a path that begins with `~`, which only shells replace. Variables that Kubernetes sets for its Services are',
    'ignored. `npm run docs` writes this page.',
    '',
    '| variable | default | meaning |',
    '| --- | --- | --- |',
    ...Object.values(settings).map(
      ({ variable, fallback, meaning }) =>
        `| \`${variable}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
    ),
    '',
  ].join('\n');
