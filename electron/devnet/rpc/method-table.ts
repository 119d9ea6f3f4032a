import type { CallContext, Method, Parameter, StreamMethod, StreamSink } from './dispatcher.ts';
import type { JsonValue } from './json-writer.ts';
import type { Permission } from './tokens.ts';

type Values<P extends readonly Parameter<unknown>[]> = { readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** Collects methods; parameter types are checked against their handlers. */
export class MethodTableBuilder {
  readonly methods = new Map<string, Method>();
  readonly streams = new Map<string, StreamMethod>();

  /** Add a method with permission `read`. */
  read<const P extends readonly Parameter<unknown>[]>(
    name: string,
    parameters: P,
    run: (values: Values<P>, context: CallContext) => JsonValue | Promise<JsonValue>,
  ): this {
    return this.add(name, 'read', parameters, run);
  }

  add<const P extends readonly Parameter<unknown>[]>(
    name: string,
    permission: Permission,
    parameters: P,
    run: (values: Values<P>, context: CallContext) => JsonValue | Promise<JsonValue>,
  ): this {
    this.methods.set(name, { permission, parameters, run: (values, context) => run(values as unknown as Values<P>, context) });
    return this;
  }

  /** Add a `read` method that decodes its parameters itself. */
  raw(name: string, run: (params: readonly unknown[]) => JsonValue): this {
    this.methods.set(name, { permission: 'read', parameters: [], isRaw: true, run: (values) => run(values) });
    return this;
  }

  stream<const P extends readonly Parameter<unknown>[]>(
    name: string,
    parameters: P,
    open: (values: Values<P>, sink: StreamSink) => void,
  ): this {
    this.streams.set(name, { permission: 'read', parameters, open: (values, sink) => open(values as unknown as Values<P>, sink) });
    return this;
  }

  /** Remove methods, which are then reported as missing. */
  keepOnly(isServed: (name: string) => boolean): this {
    for (const table of [this.methods, this.streams]) {
      for (const name of table.keys()) if (!isServed(name)) table.delete(name);
    }
    return this;
  }
}
