import type { CallTarget } from '../../../../shared/ipc/schemas/inspector.ts';
import { readJsonText } from '../../../../shared/rpc/json-text.ts';
import { methodDocs } from '../../../../shared/rpc/method-docs.ts';
import { type MethodFacts, methodFacts, type RpcVersion, v2ParamNames } from '../../../../shared/rpc/methods.ts';
import { fieldText, layoutJson } from '../../../lib/json-layout.ts';

export interface DraftCall {
  /** Names the call while it is written. */
  readonly key: number;
  readonly method: string;
  /** Exactly what is sent as `params`, digit for digit. */
  readonly params: string;
}

export interface ConsoleDraft {
  readonly calls: readonly DraftCall[];
  readonly to: CallTarget;
  /** Undefined: the active connection. */
  readonly connectionId?: string | undefined;
}

let lastKey = 0;

export function draftCall(method: string, params: string): DraftCall {
  lastKey += 1;
  return { key: lastKey, method, params };
}

export function emptyDraft(method = ''): ConsoleDraft {
  return { calls: [draftCall(method, exampleParams(method) ?? '[]')], to: targetOf(methodFacts(method), 'node') };
}

/** Which API a method of the catalogue is sent to; `chosen` where both v1 and v2 have it. */
export function targetOf(facts: MethodFacts | undefined, chosen: CallTarget): CallTarget {
  if (facts === undefined) return chosen;
  if (facts.api === 'miner') return 'miner';
  if (facts.isV2Only) return 'v2';
  return chosen === 'v2' && v2ParamNames(facts.name) !== undefined ? 'v2' : 'node';
}

/** The calls of a request's body: one, or those of a batch. Undefined where the body cannot be read. */
export function draftOfRequest(body: string): readonly DraftCall[] | undefined {
  const reading = readJsonText(body);
  if ('problem' in reading) return undefined;
  const { node } = reading;
  const requests = node.kind === 'array' ? node.items : [node];
  const calls = requests.flatMap((request) => {
    const text = body.slice(request.from, request.to);
    const method = fieldText(text, 'method');
    if (method === undefined) return [];
    const params = fieldText(text, 'params');
    return [draftCall(textOf(method), params === undefined ? '' : (layoutJson(params) ?? params))];
  });
  return calls.length === 0 ? undefined : calls;
}

/** Parameters that a node takes, laid out; undefined for a method that is not in the catalogue. */
export function exampleParams(method: string, apiVersion?: RpcVersion): string | undefined {
  const example = methodDocs(method, apiVersion)?.example;
  return example === undefined ? undefined : (layoutJson(example) ?? example);
}

function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    // A method that is no text was recorded: it is shown as it stands there.
    return json;
  }
}
