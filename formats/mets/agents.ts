/** Who wrote a METS decides whether the platform may edit it (companion 0.2, 6.2). */
export interface MetsAgents {
  /** The name that this platform writes. */
  readonly own: string;
  /** Other names whose METS it edits as its own. */
  readonly accepted: readonly string[];
}

export const defaultAgents: MetsAgents = {
  own: 'Muniment',
  accepted: ['University of Leeds Digital Library Infrastructure Project'],
};

export const isAccepted = (agent: string | null, { own, accepted }: MetsAgents): boolean =>
  agent !== null && (agent === own || accepted.includes(agent));
