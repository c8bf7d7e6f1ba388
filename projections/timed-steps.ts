/** A step of a job or a run; times are UTC, with seven fractional digits. */
export interface TimedStep {
  readonly step: string;
  readonly begun: string;
  /** Null while it goes on. */
  readonly ended: string | null;
}

/** The steps of what waits since this time. */
export const waitingSince = (begun: string): readonly TimedStep[] => [{ step: 'wait', begun, ended: null }];

/** The steps, of which none goes on after this time. */
export const stepsEnded = (steps: readonly TimedStep[], at: string): readonly TimedStep[] =>
  steps.map((each) => (each.ended === null ? { ...each, ended: at } : each));

/** The steps with a next one, unless that goes on already. */
export const stepBegun = (steps: readonly TimedStep[], step: string, at: string): readonly TimedStep[] =>
  steps.at(-1)?.step === step ? steps : [...stepsEnded(steps, at), { step, begun: at, ended: null }];

/** The steps after a claim: the waiting before the first one, and the first step of a worker, who begins at the beginning. */
export const stepsOfClaim = (steps: readonly TimedStep[], step: string, at: string): readonly TimedStep[] =>
  stepBegun(
    steps.filter((each) => each.step === 'wait'),
    step,
    at,
  );
