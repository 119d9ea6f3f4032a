import type { Logger } from '../../electron/platform/ports.ts';

/** A silent logger that fails the test on errors. */
export const quietLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (message, fields) => {
    throw new Error(`Logged as an error: ${message} ${String(fields?.error)}`, { cause: fields?.error });
  },
  child: () => quietLogger,
};
