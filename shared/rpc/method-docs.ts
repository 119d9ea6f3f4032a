/**
 * The documentation of every catalogued method, in our words: what it does, its parameters, what it answers, and an example that a
 * node takes. Kinds, meanings and values of parameters come from parameter-kinds.ts; here is only what differs. Facts: Lotus
 * v1.36.2 api/api_full.go, api/api_storage.go and api/v0api/full.go.
 */
import { isInGateway } from './gateway-methods.ts';
import { type MethodAlternative, methodAlternative } from './method-alternatives.ts';
import { CHAIN_WORDS } from './method-docs-chain.ts';
import { OTHER_WORDS } from './method-docs-others.ts';
import { STATE_WORDS } from './method-docs-state.ts';
import { type MethodApi, type MethodPermission, methodFacts, type RpcVersion, V0_METHODS, v0ParamNames, v2ParamNames } from './methods.ts';
import { KINDS, parameterFacts } from './parameter-kinds.ts';

/** Words of a method: what it does, what it answers, and what of its parameters or behaviour is special. */
type MethodRow = readonly [summary: string, result: string, more?: MethodMore];
export type MethodWords = Readonly<Record<string, MethodRow>>;

interface MethodMore {
  /** JSON text of `params`, where the values of the kinds make no good one. */
  readonly example?: string;
  /** Meanings of parameters in this method, by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** What else there is to know: of /rpc/v0, of gateways. */
  readonly note?: string;
}

interface ParameterDocs {
  readonly name: string;
  /** Our word for it: address, tipset key, CID as a link, epoch … */
  readonly type: string;
  /** In one line. */
  readonly meaning: string;
  /** May be left out; all others have to be sent, null where they have no value. */
  readonly isOptional: boolean;
}

export interface MethodDocs {
  /** Without the namespace. */
  readonly name: string;
  /** The name by which Ethereum's tools call it. */
  readonly alias?: string;
  readonly api: MethodApi;
  readonly permission: MethodPermission;
  /** Whether lotus-gateway serves it in this version of the interface. */
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
  /** JSON text of `params` that a node takes. */
  readonly example: string;
  readonly note?: string;
  /** What to call where an endpoint does not serve it. */
  readonly alternative?: MethodAlternative;
}

const GROUPS: readonly MethodWords[] = [CHAIN_WORDS, STATE_WORDS, OTHER_WORDS];

/**
 * The documentation of a method, with or without its namespace, in one version of the interface; undefined for names that the
 * catalogue does not have.
 */
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
  if (isV2Only) return 'Only /rpc/v2 has it.';
  if (isV0Only) return undefined;
  if (v0ParamNames(name) !== undefined) return 'Over /rpc/v0 it has other parameters.';
  const v2Names = v2ParamNames(name);
  return v2Names !== undefined && v2Names !== methodFacts(name)?.params ? 'Over /rpc/v2 it takes a tipset selector.' : undefined;
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
