import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { Miner } from '../miners/miner.ts';
import { CowMap } from '../state/cow-map.ts';
import type { State } from '../state/state.ts';

/** Raised whenever State changes shape or the rules change: older data is then set aside, not misread. */
export const STATE_FORMAT = 3;

interface StoredTipset {
  readonly format: number;
  readonly blocks: readonly { readonly header: Uint8Array; readonly messages: readonly Uint8Array[] }[];
  readonly state: Record<string, unknown>;
}

export interface Snapshot {
  readonly blocks: StoredTipset['blocks'];
  readonly parentState: State;
}

/** Writes a tipset with its parent state, all or nothing. */
export function writeSnapshot(path: string, tipset: TipsetNode): void {
  const stored: StoredTipset = {
    format: STATE_FORMAT,
    blocks: tipset.blocks.map((block) => ({ header: block.bytes, messages: block.messages.map((message) => message.bytes) })),
    state: plainState(tipset.parentState),
  };
  writeFileSync(`${path}.part`, serialize(stored));
  renameSync(`${path}.part`, path);
}

/** Reads a snapshot; undefined where the file is missing, damaged or of another format. */
export function readSnapshot(path: string): Snapshot | undefined {
  try {
    const stored = deserialize(readFileSync(path)) as StoredTipset;
    return stored.format === STATE_FORMAT ? { blocks: stored.blocks, parentState: stateFrom(stored.state) } : undefined;
  } catch {
    return undefined;
  }
}

const plainMap = <K extends string | number, V>(map: CowMap<K, V>): [K, V][] => [...map.entries()].map(([key, value]) => [key, value]);

function plainState(state: State): Record<string, unknown> {
  return {
    ...state,
    actors: plainMap(state.actors),
    addresses: plainMap(state.addresses),
    deals: plainMap(state.deals),
    escrows: plainMap(state.escrows),
    multisigs: plainMap(state.multisigs),
    verifiers: plainMap(state.verifiers),
    dataCaps: plainMap(state.dataCaps),
    miners: plainMap(state.miners).map(([id, miner]) => [
      id,
      { ...miner, sectors: plainMap(miner.sectors), preCommits: plainMap(miner.preCommits), pipeline: plainMap(miner.pipeline) },
    ]),
  };
}

type Entries<K extends string | number, V> = readonly (readonly [K, V])[];

function stateFrom(plain: Record<string, unknown>): State {
  const miners = (plain.miners as Entries<number, Record<string, unknown>>).map(([id, miner]): [number, Miner] => [
    id,
    {
      ...(miner as unknown as Miner),
      sectors: CowMap.from(miner.sectors as Entries<number, never>),
      preCommits: CowMap.from(miner.preCommits as Entries<number, never>),
      pipeline: CowMap.from(miner.pipeline as Entries<number, never>),
    },
  ]);
  return {
    epoch: plain.epoch as number,
    root: plain.root as Cid,
    nextActorId: plain.nextActorId as number,
    nextDealId: plain.nextDealId as number,
    actors: CowMap.from(plain.actors as Entries<number, never>),
    addresses: CowMap.from(plain.addresses as Entries<string, number>),
    deals: CowMap.from(plain.deals as Entries<number, never>),
    escrows: CowMap.from(plain.escrows as Entries<number, never>),
    multisigs: CowMap.from(plain.multisigs as Entries<number, never>),
    verifiers: CowMap.from(plain.verifiers as Entries<number, never>),
    dataCaps: CowMap.from(plain.dataCaps as Entries<number, never>),
    miners: CowMap.from(miners),
  };
}
