import type { Logger } from '../../electron/platform/ports.ts';

/** A logger that fails a test when something breaks, and is silent otherwise. */
export const quietLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (message, fields) => {
    throw new Error(`Logged as an error: ${message} ${String(fields?.error)}`, { cause: fields?.error });
  },
  child: () => quietLogger,
};
