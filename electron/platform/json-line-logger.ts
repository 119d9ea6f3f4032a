/** Writes the log as JSON lines. All texts and fields are redacted, so that callers cannot leak secrets. */
import type { Clock, LogFields, Logger } from './ports.ts';
import { redactText, redactValue } from './redact.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LEVELS)[number];

export interface JsonLineLoggerOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Called with one line, without line break. */
  readonly write: (line: string) => void;
  readonly name?: string;
  readonly minimumLevel?: LogLevel;
}

export class JsonLineLogger implements Logger {
  readonly #options: JsonLineLoggerOptions;

  constructor(options: JsonLineLoggerOptions) {
    this.#options = options;
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  child(name: string): Logger {
    const { name: own } = this.#options;
    return new JsonLineLogger({ ...this.#options, name: own === undefined ? name : `${own}.${name}` });
  }

  #write(level: LogLevel, message: string, fields: LogFields | undefined): void {
    const { clock, write, name, minimumLevel = 'info' } = this.#options;
    if (LEVELS.indexOf(level) < LEVELS.indexOf(minimumLevel)) {
      return;
    }
    const line = {
      at: new Date(clock.nowMs()).toISOString(),
      level,
      ...(name === undefined ? {} : { name }),
      message: redactText(message),
      ...(fields === undefined ? {} : { fields: redactValue(fields) }),
    };
    write(JSON.stringify(line));
  }
}
