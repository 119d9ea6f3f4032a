import type { Logger } from './ports.ts';

/** A bug that ends the program is in its log, not only on a standard error that nobody may have seen. It still ends the program. */
export function logLastWords(logger: Logger): void {
  process.on('uncaughtExceptionMonitor', (error: unknown, origin) => logger.error('A bug ended Sextant', { origin, error }));
}
