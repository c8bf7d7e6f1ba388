import { lastName } from '../../../../formats/paths/repository-path.js';
import type { Job } from '../../../api/resources.js';
import { agentName } from '../../looking/agent-name.js';
import { resourcePath } from '../../looking/resource-path.js';
import { numberText, timeText, utcText } from '../../output/amounts.js';
import { printable, shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';
import { standingText, stateOf, subjectOf } from './job-texts.js';

const LABEL = 12;

type Row = readonly [label: string, text: string];
type Form = Pick<Output, 'form' | 'paint'>;

const timeRow = (label: string, time: string | null, { form }: Form, by: string | null = null): Row[] => {
  if (time === null) return [];
  const text = form === 'terminal' ? timeText(new Date(time), { seconds: true }) : utcText(new Date(time));
  return [[label, by === null ? text : `${text} by ${shownName(agentName(by))}`]];
};

const errorRows = ({ errors, failures }: Job): Row[] => {
  if (failures === 0) return [];
  const texts = errors.map(({ id, message }) =>
    printable(id === null ? message : `${shownName(resourcePath(id))}: ${message}`),
  );
  const more = failures > errors.length ? [`and ${numberText(failures - errors.length)} more`] : [];
  return [['errors', numberText(failures)], ...[...texts, ...more].map((text): Row => ['', text])];
};

const standingRows = (job: Job): Row[] => {
  const standing = standingText(job);
  return standing === '' ? [] : [[job.finished === null ? 'progress' : 'worked on', standing]];
};

const repeatRows = ({ retryOf, retriedAs, version }: Job): Row[] => [
  ...(version === null ? [] : [['version', version] as const]),
  ...(retryOf === null ? [] : [['repeats', lastName(retryOf)] as const]),
  ...(retriedAs === null ? [] : [['repeated as', lastName(retriedAs)] as const]),
];

/** A job as a title and a line for each thing that is known of it. */
export const jobLines = (job: Job, form: Form): string => {
  const state = stateOf(job);
  const rows: Row[] = [
    ['for', subjectOf(job)],
    ...timeRow('asked for', job.submitted, form, job.agent),
    ...timeRow('begun', job.begun, form),
    ...timeRow('ended', job.finished, form, job.cancelledBy),
    ...standingRows(job),
    ...repeatRows(job),
    ...errorRows(job),
  ];
  const title = `${job.jobId}  ${job.kind}  ${state === 'failed' ? form.paint('red', state) : state}`;
  const lines = rows.map(([label, text]) =>
    form.form === 'terminal' ? `${label.padEnd(LABEL)}${text}` : `${label}\t${text}`,
  );
  return `${[title, ...lines].join('\n')}\n`;
};
