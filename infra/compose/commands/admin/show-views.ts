import { dataOf } from '../../../../clients/api/data-of.js';
import type { ViewState } from '../../../../clients/api/resources.js';
import { countText, durationText, numberText, sizeOfText } from '../../../../clients/command-line/output/amounts.js';
import { columns } from '../../../../clients/command-line/output/columns.js';
import type { Output } from '../../../../clients/command-line/program/output.js';
import type { Ended, Service, Session } from '../../../../clients/command-line/program/verb.js';
import { serviceOf } from '../../../../clients/command-line/verbs/jobs/service-jobs.js';
import { renderView } from '../../../../gateways/preservation/system/render-view.js';
import { countedViews } from '../../../../projections/read-models.js';
import { readViewStates } from '../../../../projections/view-states.js';
import { platformOrStores } from '../platform-or-stores.js';
import { openRepositoryStores } from '../repository-stores.js';
import { withinSession } from '../within-session.js';

const HEAD = [{ name: 'VIEW' }, { name: 'STATE' }, { name: 'DETAILS' }];

const viewsOfPlatform = async (service: Service): Promise<readonly ViewState[]> =>
  (await dataOf(serviceOf(service).GET('/system'))).views;

const viewsOfStores = (session: Session): Promise<readonly ViewState[]> =>
  withinSession(session, async (within) => {
    const { events, documents: open } = await openRepositoryStores(within);
    const documents = await open();
    if (documents === null) return [];
    const names = countedViews.map(({ name }) => name);
    const states = { names, documents, events, indexes: () => Promise.resolve([]), now: session.now };
    return (await readViewStates(states)).map(renderView);
  });

const lagText = ({ events, seconds }: ViewState['lag']): string => {
  const lacking = events === null ? 'more than 100 events' : countText(events, 'event');
  return `${lacking}, ${durationText(seconds * 1_000)} behind`;
};

const positionText = (position: string | null, { form }: Pick<Output, 'form'>): string => {
  if (position === null) return '';
  return form === 'terminal' ? `position ${numberText(Number(position))}` : position;
};

const rowOf = (
  { name, complete, position, lag, building }: ViewState,
  output: Pick<Output, 'form'>,
): readonly string[] => {
  if (building !== null) {
    const { percent, remainingSeconds: rest, fetched } = building;
    if (fetched !== null) return [name, 'fetching', sizeOfText(fetched.bytes, fetched.ofBytes)];
    const left = rest === null ? '' : `, ${durationText(rest * 1_000)} left`;
    return [name, complete ? 'rebuilding' : 'building', `${percent} %${left}`];
  }
  return lag.events === 0 ? [name, 'up to date', positionText(position, output)] : [name, 'behind', lagText(lag)];
};

/** A row for each view: its name, its state and how far it is. */
export const viewsText = (views: readonly ViewState[], output: Pick<Output, 'form' | 'width' | 'paint'>): string =>
  columns({ head: HEAD, rows: views.map((view) => rowOf(view, output)), output, isHeadShown: false });

/** Shows how far each view is: those of the platform that runs, or else as the stores have them. Rejects with CommandFault. */
export const showViews = async (session: Session): Promise<Ended> => {
  const { output } = session;
  const views = await platformOrStores(session, {
    onPlatform: viewsOfPlatform,
    onStores: () => viewsOfStores(session),
  });
  if (output.form !== 'json') {
    await output.write(viewsText(views, output));
    if (views.length === 0) output.note('There are no views yet: the platform builds them at its first start.');
  }
  return { code: 0, summary: { views } };
};
