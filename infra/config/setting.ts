/** Variables by name, like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting, read from an environment variable. */
export interface Setting {
  readonly variable: string;
  readonly fallback: string;
  /** For the table of settings. */
  readonly meaning: string;
  /** Whether its value may contain a password; it is never shown. */
  readonly isSecret?: true;
}
