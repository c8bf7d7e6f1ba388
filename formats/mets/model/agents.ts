/** The agents whose METS the platform may edit (companion 0.2, 6.2). */
export interface MetsAgents {
  /** The agent name that this platform writes. */
  readonly own: string;
  /** Other agent names whose METS it may edit. */
  readonly accepted: readonly string[];
  /** The name of the virus scanner in the ids of its events (companion 0.2, 5.5); `VirusScanTool` where there is none. */
  readonly scanner?: string;
}

export const defaultAgents: MetsAgents = {
  own: 'Muniment',
  accepted: ['University of Leeds Digital Library Infrastructure Project'],
};

export const isAccepted = (agent: string | null, { own, accepted }: MetsAgents): boolean =>
  agent !== null && (agent === own || accepted.includes(agent));
