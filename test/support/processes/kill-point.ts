import type { EventStore } from '../../../events/store.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { faulty, type Moment, type PortCall } from '../faults/faulty.js';
import { appended, stored, type StepNames } from './step-names.js';

/** A moment of a program: the n-th time (from 1) that it comes to a step, before or after it. */
export interface KillPoint {
  readonly step: string;
  readonly time: number;
  readonly moment: Moment;
}

/** `<step>` or `<step> #<time>`, at a moment. */
export const killAt = (named: string, moment: Moment): KillPoint => {
  const [step = '', time = '1'] = named.split(' #');
  return { step, time: Number(time), moment };
};

/** What a program calls at each of its steps. */
export type Come = (step: string, moment: Moment) => void;

/** Strikes when the program has come to the point; never for null. */
export const strikingAt = (point: KillPoint | null, strike: () => void): Come => {
  let reached = 0;
  return (step, moment) => {
    if (point?.step !== step || point.moment !== moment) return;
    reached += 1;
    if (reached === point.time) strike();
  };
};

/** What a program does that kills itself. */
export const die = (): void => void process.kill(process.pid, 'SIGKILL');

/** Log and object store of which each call that has an effect is a step. */
export const stepped = <Ports extends { readonly events: EventStore; readonly bytes: ObjectStore }>(
  ports: Ports,
  come: Come,
  names: StepNames = { request: null, staged: false },
): Ports => {
  const watch =
    (stepOf: (call: PortCall) => string | null) =>
    (call: PortCall, moment: Moment): void => {
      const step = stepOf(call);
      if (step === null) return;
      come(step, moment);
      if (step === 'stage inventory.json' && moment === 'after') names.staged = true;
    };
  return {
    ...ports,
    events: faulty(ports.events, watch(appended)),
    bytes: faulty(
      ports.bytes,
      watch((call) => stored(names, call)),
    ),
  };
};
