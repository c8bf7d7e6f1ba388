import { countText, numberText, sizeText, timeText, utcText } from '../../output/amounts.js';
import { listed, shownName } from '../../output/printable.js';
import { countsText } from '../../looking/counts-text.js';
import type { Output } from '../../program/output.js';
import type { LastCheck } from './last-check.js';
import type { Scanned, ShownVersion } from './shown-version.js';

const LABEL = 12;
/** Formats and infected files that are named. */
const NAMED = 8;

type Form = Pick<Output, 'form' | 'paint'>;

const timeIn = (time: string, { form }: Form, seconds = true): string =>
  form === 'terminal' ? timeText(new Date(time), { seconds }) : utcText(new Date(time));

const sizeIn = (bytes: number, { form }: Form): string => (form === 'terminal' ? sizeText(bytes) : `${bytes}`);

const filesText = ({ files, bytes, beside }: ShownVersion, form: Form): string => {
  const own = `${numberText(files)}, ${sizeIn(bytes, form)}`;
  if (beside.files === 0) return own;
  const others = beside.files === 1 ? '' : ` and ${countText(beside.files - 1, 'other file')}`;
  return `${own}; beside them a METS${others}, ${sizeIn(beside.bytes, form)}`;
};

const formatsText = ({ formats }: ShownVersion): string => {
  const shown = formats.slice(0, NAMED).map(({ name, files }) => `${numberText(files)} ${shownName(name)}`);
  const rest = formats.slice(NAMED).reduce((sum, { files }) => sum + files, 0);
  return [...shown, ...(rest === 0 ? [] : [`${numberText(rest)} others`])].join(', ');
};

const virusesText = ({ scanned, notScanned, infected }: Scanned, { paint }: Form): string => {
  if (scanned === 0) return 'not scanned';
  const names = infected.map(({ path, virus }) => (virus === null ? path : `${path} (${virus})`));
  const found =
    infected.length === 0
      ? 'none found'
      : `${numberText(infected.length)} ${paint('red', 'infected')}: ${listed(names, NAMED)}`;
  return notScanned === 0 ? found : `${found}; ${countText(notScanned, 'file')} not scanned`;
};

const checkText = (check: LastCheck | null, form: Form): string => {
  if (check === null) return 'none recorded';
  const findings = check.findings === 0 ? 'no findings' : countText(check.findings, 'finding');
  return `${timeIn(check.at, form, false)}, ${findings}`;
};

const titleOf = ({ group, name, version, head }: ShownVersion): string =>
  [shownName(group), ...(name === null ? [] : [shownName(name)]), `version ${version} of ${head}`].join('  ');

/** A version as a title and a line for each thing that is known of it. */
export const versionLines = (shown: ShownVersion, form: Form): string => {
  const { made, agent, message, counts, viruses, lastCheck } = shown;
  const changed = countsText(counts);
  const by = agent === null ? '' : ` by ${shownName(agent)}`;
  const rows: (readonly [string, string])[] = [
    ['made', `${timeIn(made, form)}${by}`],
    ...(message === null ? [] : [['message', shownName(message)] as const]),
    ['files', filesText(shown, form)],
    ['changed', changed === '' ? 'nothing' : changed],
    ...(shown.files === 0
      ? []
      : [['formats', formatsText(shown)] as const, ['viruses', virusesText(viruses, form)] as const]),
    ['last check', checkText(lastCheck, form)],
  ];
  const lines = rows.map(([label, text]) =>
    form.form === 'terminal' ? `${label.padEnd(LABEL)}${text}` : `${label}\t${text}`,
  );
  return `${[titleOf(shown), ...lines].join('\n')}\n`;
};
