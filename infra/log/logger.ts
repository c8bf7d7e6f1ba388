import { createLogger, format, transports } from 'winston';
import { codeOf } from '../../flow/error-code.js';

/** A named place to log to. Messages are constant sentences; what varies stands in the fields. */
export interface NamedLog {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

/** Fields that may never be shown, whoever passes them. */
const SECRET = /authorization|secret|token|password|credential/i;

/** An error by its stable code where it has one, its message, and what led to it. */
const told = (error: Error): string => {
  const code = codeOf(error);
  return `${code === null ? '' : `${code}: `}${error.message}${error.cause instanceof Error ? ` (${told(error.cause)})` : ''}`;
};

/** Control characters and those that turn or hide text: what a stranger sends must not write on a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const PLAIN = /^[^\s"=\p{Cc}\p{Cf}]+$/u;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;

const shown = (key: string, value: unknown): string => {
  if (SECRET.test(key)) return '[hidden]';
  if (value === undefined) return 'undefined';
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  const plain = value instanceof Error ? told(value) : value;
  const text = JSON.stringify(plain, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  return text.replace(UNPRINTABLE, escaped);
};

const line = format.printf(({ timestamp, level, message, subsystem, ...fields }) =>
  [
    String(timestamp),
    level.padEnd(5),
    `${String(subsystem)}: ${String(message)}`,
    ...Object.entries(fields).map(([key, value]) => `${key}=${shown(key, value)}`),
  ].join(' '),
);

/** The one log of a process, on standard error; each subsystem takes a named child of it. */
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
      // The root would build a line before it looks whether the line is wanted; most are not.
      root.isLevelEnabled(name) ? (message, fields) => void child[name](message, fields) : nothing;
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  };
};
