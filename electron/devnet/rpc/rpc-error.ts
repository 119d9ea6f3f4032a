import type { JsonValue } from './json-writer.ts';

/** An error returned by a method: HTTP status 200 with an application code (1 unless registered). */
export class RpcError extends Error {
  readonly code: number;
  readonly data: JsonValue;

  constructor(message: string, code = 1, data?: JsonValue) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** An invalid parameter; `goType` is the expected Go type. */
export class ParameterError extends Error {}
