import { createLogger, format, transports } from 'winston';
import { codeOf } from '../../flow/error-code.js';

/** A named log. Messages are constant sentences; variable data is in the fields. */
export interface NamedLog {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

/** Fields whose values are never logged. */
const SECRET = /authorization|secret|token|password|credential/i;

/** An error as text: its code where it has one, its message, and its causes. */
const errorText = (error: Error): string => {
  const code = codeOf(error);
  const cause = error.cause instanceof Error ? ` (${errorText(error.cause)})` : '';
  return `${code === null ? '' : `${code}: `}${error.message}${cause}`;
};

/** Control characters and invisible or direction-changing ones, which are escaped to protect terminals. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const PLAIN = /^[^\s"=\p{Cc}\p{Cf}]+$/u;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;

const fieldText = (key: string, value: unknown): string => {
  if (SECRET.test(key)) return '[hidden]';
  if (value === undefined) return 'undefined';
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  const plain = value instanceof Error ? errorText(value) : value;
  const text = JSON.stringify(plain, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  return text.replace(UNPRINTABLE, escaped);
};

const line = format.printf(({ timestamp, level, message, subsystem, ...fields }) =>
  [
    String(timestamp),
    level.padEnd(5),
    `${String(subsystem)}: ${String(message)}`,
    ...Object.entries(fields).map(([key, value]) => `${key}=${fieldText(key, value)}`),
  ].join(' '),
);

/** The log of a process, on standard error; gives a named child for each subsystem. */
export const openLog = (level: string): ((subsystem: string) => NamedLog) => {
  const root = createLogger({
    level,
    format: format.combine(format.timestamp(), line),
    transports: [new transports.Console({ stderrLevels: ['error', 'warn', 'info', 'debug'] })],
  });
  const nothing = (): void => undefined;
  return (subsystem) => {
    const child = root.child({ subsystem });
    const at = (name: keyof NamedLog): NamedLog[keyof NamedLog] =>
      // The logger would build a line before it checks its level; most lines are not wanted.
      root.isLevelEnabled(name) ? (message, fields) => void child[name](message, fields) : nothing;
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  };
};
