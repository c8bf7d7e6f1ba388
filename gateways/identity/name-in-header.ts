import { agentName } from '../../formats/agents/agent-name.js';

/** The bytes of a header as text: UTF-8 if valid, else Latin-1. */
const headerText = (value: string): string => {
  const bytes = Buffer.from(value, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
};

/** The name in a header; null where the header is missing, repeated, or holds no name. */
export const nameInHeader = (values: readonly string[]): string | null => {
  const [value, ...others] = values;
  return value === undefined || others.length > 0 ? null : agentName(headerText(value));
};
