/**
 * Methods that a hosted endpoint serves, and its lookback limit. Error texts are those of a Lotus gateway (gateway/node.go); the
 * service's lookback limit is 2,000 epochs (16h40m).
 */
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { BLOCK_DELAY_SECONDS } from '../chain/block-builder.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import type { Method, StreamMethod } from '../rpc/dispatcher.ts';
import type { MethodTableBuilder } from '../rpc/method-table.ts';
import { epochParameter, tipsetKeyParameter } from '../rpc/parameters.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { tipsetAt } from '../rpc/tipset-lookup.ts';
import type { LaggingBackend } from './lagging-backend.ts';

/** Read methods that the service does not offer: the first is a file, the second needs your own node. */
const REFUSED_READS: ReadonlySet<string> = new Set(['StateMarketDeals', 'MpoolSub']);
/** Write methods that are offered. */
const OFFERED_WRITES: ReadonlySet<string> = new Set(['MpoolPush']);

/** Keep reads and `MpoolPush`. */
export function keepHosted(table: MethodTableBuilder, isOffered: (name: string) => boolean = () => false): MethodTableBuilder {
  // If anyone can push, these count as reads.
  const isWrite = (name: string): boolean => /^Mpool\w*Push|^EthSend/.test(name);
  const permissionOf = (name: string): Method['permission'] | undefined =>
    (table.methods.get(name) ?? (table.streams.get(name) as StreamMethod | undefined))?.permission;
  const isServed = (name: string): boolean => {
    if (OFFERED_WRITES.has(name) || isOffered(name)) return true;
    return permissionOf(name) === 'read' && !isWrite(name) && !REFUSED_READS.has(name);
  };
  return table.keepOnly(isServed);
}

/** Reject tipsets and heights outside the lookback limit. */
export function limitLookback(table: MethodTableBuilder, backend: LaggingBackend, chain: DevnetChain): MethodTableBuilder {
  const { windowEpochs } = backend;
  const tooOld = `lookbacks of more than ${durationText(windowEpochs * BLOCK_DELAY_SECONDS)} are disallowed`;
  const isTooOld = (height: number): boolean => height < backend.head.height - windowEpochs;

  function checkKey(key: readonly Cid[]): void {
    // The chain may still have what the backend dropped.
    const tipset = backend.store.byKey(key) ?? chain.store.byKey(key);
    if (tipset !== undefined && isTooOld(tipset.height)) throw new RpcError(`bad tipset: ${tooOld}`);
  }

  function checkHeight(epoch: number, key: readonly Cid[]): void {
    if (isTooOld(epoch)) throw new RpcError(`bad tipset height: ${tooOld}`);
    if (epoch > tipsetAt(backend, key).height) throw new RpcError('tipset height in future');
  }

  for (const [name, method] of table.methods) {
    const keys = placesOf(method, tipsetKeyParameter);
    const hasHeight = /^ChainGetTipSet(?:By|After)Height$/.test(name) && method.parameters[0] === epochParameter;
    if (keys.length === 0) continue;
    table.methods.set(name, {
      ...method,
      run(values: readonly never[], context) {
        for (const at of keys) checkKey((values as readonly unknown[])[at] as readonly Cid[]);
        const [first, second] = values as readonly unknown[];
        if (hasHeight) checkHeight(first as number, second as readonly Cid[]);
        return method.run(values, context);
      },
    });
  }
  return table;
}

/** Format whole seconds as a Go duration. */
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}h` : ''}${seconds >= 60 ? `${minutes}m` : ''}${seconds % 60}s`;
}

function placesOf({ parameters }: Method, wanted: unknown): readonly number[] {
  return [...parameters.keys()].filter((at) => parameters[at] === wanted);
}
