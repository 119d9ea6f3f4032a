import type { Logger } from './ports.ts';

/** Logs uncaught errors, which still end the process. */
export function logUncaughtErrors(logger: Logger): void {
  process.on('uncaughtExceptionMonitor', (error: unknown, origin) =>
    logger.error('Sextant ended because of an uncaught error', { origin, error }),
  );
}
