/** One setting, as the environment names it. */
export interface Setting {
  readonly variable: string;
  readonly fallback: string;
  /** For the table of settings. */
  readonly meaning: string;
  /** Whether its value may hold a password, and so is never shown. */
  readonly isSecret?: true;
}
