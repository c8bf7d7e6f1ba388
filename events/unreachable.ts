/** The end of an exhaustive switch: a value the types say cannot exist has come in from outside them. */
export const unreachable = (value: never): never => {
  throw new TypeError(`no case for ${JSON.stringify(value)}`);
};
