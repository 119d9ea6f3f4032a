import { builtInKnowledge, versionAt } from '../../shared/domain/chain/network-version.ts';
import { NETWORKS } from '../../shared/domain/chain/networks.ts';
import { listSharedFiles, readSharedJson } from './shared-data.ts';

/** A call in a node's execution trace. */
export interface TracedCall {
  readonly Msg: {
    readonly From: string;
    readonly To: string;
    readonly Method: number | bigint;
    readonly Params: string | null;
    readonly ParamsCodec?: number;
  };
  readonly MsgRct: { readonly ExitCode: number; readonly Return: string | null; readonly ReturnCodec?: number };
  readonly InvokedActor?: { readonly State?: { readonly Code?: { readonly '/': string } } } | null;
  readonly Subcalls: readonly TracedCall[] | null;
}

/** All calls of the recorded traces, outer before inner, with their network version. */
export function tracedCalls(): { readonly call: TracedCall; readonly networkVersion: number }[] {
  return listSharedFiles('chain/traces').flatMap((file) => {
    const networkVersion = networkVersionOfFile(file);
    const { Trace } = readSharedJson<{ Trace: { ExecutionTrace: TracedCall }[] }>(`chain/traces/${file}`);
    return Trace.flatMap(({ ExecutionTrace }) => flatten(ExecutionTrace)).map((call) => ({ call, networkVersion }));
  });
}

/** Network version at the height in a chain data file name: `mainnet-2907480.json.gz`. */
export function networkVersionOfFile(file: string): number {
  const [, name = '', height] = /^([a-z]+)-(\d+)/.exec(file) ?? [];
  const network = NETWORKS.find((candidate) => candidate.name.startsWith(name.slice(0, 5)));
  if (network === undefined) throw new Error(`no network for ${file}`);
  const at = versionAt(builtInKnowledge(network.name), Number(height));
  if (at === undefined) throw new Error(`no version for ${file}`);
  return at.version;
}

function flatten(call: TracedCall): readonly TracedCall[] {
  return [call, ...(call.Subcalls ?? []).flatMap(flatten)];
}
