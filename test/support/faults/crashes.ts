import { faulty, type Injection, type Moment } from './faulty.js';

export class Crash extends Error {
  override name = 'Crash';
}

export interface CrashPoint {
  /** Which call that changes something, from 1. */
  readonly effect: number;
  readonly moment: Moment;
}

/** A process as its ports see it. */
export interface MortalProcess {
  /** A port of it. */
  through<Port extends object>(port: Port): Port;
  /** How many calls that change something it has made. */
  effects(): number;
}

const EFFECTS: ReadonlySet<string> = new Set(['append', 'put', 'copy', 'delete', 'abortUploads']);

/** A process that dies at its n-th effect, never for null: from then on no call of any of its ports does anything. */
export const dyingAt = (point: CrashPoint | null): MortalProcess => {
  let effects = 0;
  let isDead = false;
  const inject: Injection = ({ method }, moment) => {
    if (EFFECTS.has(method)) {
      if (moment === 'before') effects += 1;
      if (effects === point?.effect && moment === point.moment) isDead = true;
    }
    if (isDead) throw new Crash(`died ${point?.moment} effect ${point?.effect}`);
  };
  return { through: (port) => faulty(port, inject), effects: () => effects };
};

/** Every point at which something with so many effects can die. */
export const crashPoints = (effects: number): CrashPoint[] =>
  Array.from({ length: effects }, (_, index) => index + 1).flatMap((effect) =>
    (['before', 'after'] as const).map((moment) => ({ effect, moment })),
  );
