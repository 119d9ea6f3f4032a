/**
 * Documentation of every catalogued method: summary, parameters, result, and an example that a node accepts. Parameters are described
 * in parameter-kinds.ts; a row here lists only what differs. Sources: Lotus v1.36.2 api/api_full.go, api/api_storage.go and
 * api/v0api/full.go.
 */
import { isInGateway } from './gateway-methods.ts';
import { type MethodAlternative, methodAlternative } from './method-alternatives.ts';
import { CHAIN_WORDS } from './method-docs-chain.ts';
import { OTHER_WORDS } from './method-docs-others.ts';
import { STATE_WORDS } from './method-docs-state.ts';
import { type MethodApi, type MethodPermission, methodFacts, type RpcVersion, V0_METHODS, v0ParamNames, v2ParamNames } from './methods.ts';
import { KINDS, parameterFacts } from './parameter-kinds.ts';

/** Summary and result of a method, and what is particular to it. */
type MethodRow = readonly [summary: string, result: string, more?: MethodMore];
export type MethodWords = Readonly<Record<string, MethodRow>>;

interface MethodMore {
  /** JSON of `params`, if the examples of the kinds do not fit. */
  readonly example?: string;
  /** Descriptions of parameters in this method, by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** Remarks, for example on /rpc/v0 or gateways. */
  readonly note?: string;
}

interface ParameterDocs {
  readonly name: string;
  /** For example address, tipset key, epoch. */
  readonly type: string;
  /** One line. */
  readonly meaning: string;
  /** May be omitted; all others must be sent, null for no value. */
  readonly isOptional: boolean;
}

export interface MethodDocs {
  /** Without the namespace. */
  readonly name: string;
  /** Its name in the Ethereum JSON-RPC API. */
  readonly alias?: string;
  readonly api: MethodApi;
  readonly permission: MethodPermission;
  /** Whether lotus-gateway serves it in this API version. */
  readonly isInGateway: boolean;
  readonly isStream: boolean;
  readonly isHeavy: boolean;
  /** Only /rpc/v0 has it. */
  readonly isV0Only: boolean;
  /** Only /rpc/v2 has it. */
  readonly isV2Only: boolean;
  readonly summary: string;
  readonly params: readonly ParameterDocs[];
  readonly result: string;
  /** JSON of `params` that a node accepts. */
  readonly example: string;
  readonly note?: string;
  /** What to call if an endpoint does not serve it. */
  readonly alternative?: MethodAlternative;
}

const GROUPS: readonly MethodWords[] = [CHAIN_WORDS, STATE_WORDS, OTHER_WORDS];

/** The documentation of a method, with or without its namespace, in one API version; undefined if it is not in the catalogue. */
export function methodDocs(method: string, apiVersion: RpcVersion = 'v1'): MethodDocs | undefined {
  const bare = method.slice(method.lastIndexOf('.') + 1);
  const facts = methodFacts(method);
  const name = facts?.name ?? bare;
  const row = GROUPS.find((group) => Object.hasOwn(group, name))?.[name];
  const isV0Only = facts === undefined && V0_METHODS.includes(name);
  if (row === undefined || (facts === undefined && !isV0Only)) return undefined;
  const [summary, result, more] = row;
  const v0Names = v0ParamNames(name);
  const isV2Only = facts?.isV2Only === true;
  const other = apiVersion === 'v2' ? v2ParamNames(name) : apiVersion === 'v0' || facts === undefined ? v0Names : undefined;
  const names = other ?? facts?.params ?? [];
  const alternative = methodAlternative(name);
  const note = more?.note ?? otherParameters(name, isV0Only, isV2Only);
  const isLastOptional = facts?.isLastOptional === true;
  return {
    name,
    ...(facts?.alias === undefined ? {} : { alias: facts.alias }),
    api: facts?.api ?? 'full',
    permission: facts?.permission ?? 'read',
    isInGateway: (facts?.api ?? 'full') === 'full' && isInGateway(name, isV0Only ? 'v0' : isV2Only ? 'v2' : apiVersion),
    isStream: facts?.isStream === true,
    isHeavy: facts?.isHeavy === true,
    isV0Only,
    isV2Only,
    summary,
    params: names.map((parameter, index) => parameterDocs(parameter, more, isLastOptional && index === names.length - 1)),
    result,
    example: names === facts?.params && more?.example !== undefined ? more.example : exampleOf(names),
    ...(note === undefined ? {} : { note }),
    ...(alternative === undefined ? {} : { alternative }),
  };
}

function otherParameters(name: string, isV0Only: boolean, isV2Only: boolean): string | undefined {
  if (isV2Only) return 'Only in /rpc/v2.';
  if (isV0Only) return undefined;
  if (v0ParamNames(name) !== undefined) return 'At /rpc/v0, it has other parameters.';
  const v2Names = v2ParamNames(name);
  return v2Names !== undefined && v2Names !== methodFacts(name)?.params ? 'At /rpc/v2, it takes a tipset selector.' : undefined;
}

function parameterDocs(name: string, more: MethodMore | undefined, isOptional: boolean): ParameterDocs {
  const facts = parameterFacts(name);
  return {
    name,
    type: facts === undefined ? KINDS.any.words : KINDS[facts.kind].words,
    meaning: more?.params?.[name] ?? facts?.meaning ?? '',
    isOptional,
  };
}

function exampleOf(names: readonly string[]): string {
  return `[${names.map((name) => parameterFacts(name)?.example ?? 'null').join(', ')}]`;
}
