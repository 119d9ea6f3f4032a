/** What the walks reach from the state roots of two networks, every block compared with its CID, against what was derived from the same state. */
import { describe, expect, it } from 'vitest';
import { initAddressMap, initState } from '../../../../../shared/domain/actors/init-state.ts';
import { dealState } from '../../../../../shared/domain/actors/market-state.ts';
import { sumPower } from '../../../../../shared/domain/actors/miner-power.ts';
import { type MinerSector, minerSector } from '../../../../../shared/domain/actors/miner-sector.ts';
import type { StateLayout } from '../../../../../shared/domain/actors/state-layout.ts';
import { type Address, idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { dealProposal } from '../../../../../shared/domain/deals/deal-proposal.ts';
import { encodeRunLengths } from '../../../../../shared/domain/encoding/bitfield.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import type { Cid } from '../../../../../shared/domain/encoding/cid.ts';
import type { Codec } from '../../../../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../../../../shared/domain/ipld/hamt.ts';
import { type Walk, walkNow } from '../../../../../shared/domain/ipld/walk.ts';
import { actorTypeFromCode } from '../../../../../shared/domain/methods/actor-code.ts';
import { readActorType, readActorTypes } from '../../../../../shared/domain/state/actor-types.ts';
import { inlineBlock, isBlockOf } from '../../../../../shared/domain/state/block-hash.ts';
import { readDeterministicAddress } from '../../../../../shared/domain/state/deterministic-address.ts';
import { openMarket, readDeal, readDeals, readMarketBalance, readProviderSectors } from '../../../../../shared/domain/state/market.ts';
import {
  openMiner,
  openPreCommits,
  openSectors,
  readMinerFunds,
  readMinerInfo,
  type StateMiner,
} from '../../../../../shared/domain/state/miner.ts';
import {
  openDeadlineAt,
  readDeadlineExpirations,
  readDeadlines,
  readEarlyTerminations,
  readExpirations,
  readPartitions,
} from '../../../../../shared/domain/state/miner-partitions.ts';
import { readMultisig } from '../../../../../shared/domain/state/multisig.ts';
import { openClaims, readPower } from '../../../../../shared/domain/state/power.ts';
import {
  openStateTree,
  readActor,
  readSingleton,
  resolveAddress,
  SINGLETONS,
  type StateTree,
} from '../../../../../shared/domain/state/state-tree.ts';
import { readAllocations, readClaims, readDataCap, readVerifiedRegistry } from '../../../../../shared/domain/state/verified-data.ts';
import { checked } from '../../../../builders/checked.ts';
import { genesisState } from '../../../../builders/genesis-state.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface Network {
  readonly layout: StateLayout;
  readonly root: Cid;
  readonly tree: StateTree;
  readonly read: ReadonlySet<Cid>;
  run<T>(walk: Walk<T>): T;
}

function open(network: 'mainnet' | 'butterflynet', layout: StateLayout): Network {
  const { stateRoot, source } = genesisState(network);
  const read = new Set<Cid>();
  const run = <T>(walk: Walk<T>): T =>
    walkNow(walk, (cid) => {
      const inline = inlineBlock(cid);
      if (inline !== undefined) return inline;
      const bytes = source(cid);
      expect(isBlockOf(cid, bytes), cid).toBe(true);
      read.add(cid);
      return bytes;
    });
  return { layout, root: stateRoot, tree: run(openStateTree(layout, stateRoot)), read, run };
}

function minerOf({ run, tree, layout }: Network, address: Address): StateMiner {
  const { actor } = found(run(readActor(tree, address)));
  expect(run(readActorType(tree, actor.code))).toBe('storageminer');
  return run(openMiner(layout, actor));
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('something that is in the state was not found');
  return value;
}

describe('mainnet, actors version 0', () => {
  const network = open('mainnet', 'v0');
  const { run, tree } = network;
  const actors = readSharedJson<{
    meta: { stateRoot: string };
    actors: Record<string, { Code: string; Nonce: number; Balance: string; Head: string }>;
  }>('chain/genesis-actors-mainnet.json');
  const { miners } = readSharedJson<{ miners: Record<string, DerivedMiner> }>('miners/genesis-mainnet.json.gz');

  it('every actor', () => {
    expect(network.root).toBe(actors.meta.stateRoot);
    const entries = run(tree.actors.entries());
    const json = entries.map(([address, { nonce, balance, head, code }]) => [
      address,
      { Code: `fil/1/${actorTypeFromCode(code)}`, Nonce: Number(nonce), Balance: balance.toString(), Head: head },
    ]);
    expect(Object.fromEntries(json)).toEqual(actors.actors);
    checked(entries.length, 37, 'actors of mainnet');
  });

  it('every miner: what it says about itself, its power, where its sectors stand', () => {
    const power = run(readPower(tree));
    const claims = run(openClaims(tree, power));
    let [deadlineCount, partitionCount, sectorCount] = [0, 0, 0];
    for (const [address, derived] of Object.entries(miners)) {
      const id = parseAddress(address);
      const miner = minerOf(network, id);
      expect(miner.actor.balance.toString()).toBe(derived.actor.Balance);
      const info = run(readMinerInfo(miner));
      expect({
        Owner: info.owner,
        Worker: info.worker,
        SectorSize: Number(info.sectorSize),
        WindowPoStPartitionSectors: info.windowPoStPartitionSectors,
        SealProofType: info.sealProofType,
        peerIdBytes: bytesToBase64(info.peerId),
      }).toEqual({
        Owner: derived.StateMinerInfo.Owner,
        Worker: derived.StateMinerInfo.Worker,
        SectorSize: derived.StateMinerInfo.SectorSize,
        WindowPoStPartitionSectors: derived.StateMinerInfo.WindowPoStPartitionSectors,
        SealProofType: derived.StateMinerInfo.SealProofType,
        peerIdBytes: derived.rawInfo.peerIdBytes,
      });
      const claim = found(run(claims.get(id)));
      expect({
        MinerPower: { RawBytePower: claim.rawBytePower.toString(), QualityAdjPower: claim.qualityAdjPower.toString() },
        TotalPower: { RawBytePower: power.totalRawBytePower.toString(), QualityAdjPower: power.totalQualityAdjPower.toString() },
      }).toEqual({ MinerPower: derived.StateMinerPower.MinerPower, TotalPower: derived.StateMinerPower.TotalPower });
      expect(openDeadlineAt(miner, 0)).toEqual({ periodStart: derived.provingPeriodStart, index: derived.currentDeadline });

      const sectorCodec: Codec<MinerSector> = minerSector.v0;
      const sectors = run(run(openSectors(miner)).entries());
      expect(sectors.map(([, sector]) => sectorCodec.toJson(sector, 'f'))).toEqual(derived.StateMinerSectors);
      expect(sectors.map(([number]) => number)).toEqual(sectors.map(([, sector]) => sector.sectorNumber));

      const deadlines = run(readDeadlines(miner));
      expect(deadlines.map((deadline) => ({ PostSubmissions: encodeRunLengths(deadline.partitionsPosted) }))).toEqual(
        derived.StateMinerDeadlines,
      );
      const partitions = run(readPartitions(miner, deadlines));
      const byDeadline = deadlines.map((_, index) =>
        partitions
          .filter(({ deadline }) => deadline === index)
          .map((partition) => ({
            AllSectors: encodeRunLengths(partition.sectors),
            FaultySectors: encodeRunLengths(partition.faulty),
            RecoveringSectors: encodeRunLengths(partition.recovering),
            LiveSectors: encodeRunLengths(partition.live),
            ActiveSectors: encodeRunLengths(partition.active),
          })),
      );
      expect(byDeadline).toEqual(derived.StateMinerPartitions);
      expect(sumPower(partitions.map(({ activePower }) => activePower))).toEqual({
        raw: claim.rawBytePower,
        qualityAdjusted: claim.qualityAdjPower,
      });
      const ending = partitions.flatMap((partition) => run(readExpirations(miner, partition)));
      expect(ending.reduce((sum, [, set]) => sum + set.onTimeSectors.count, 0n)).toBe(BigInt(derived.sectorCount));
      expect(partitions.flatMap((partition) => run(readEarlyTerminations(miner, partition)))).toEqual([]);
      deadlineCount += deadlines.length;
      partitionCount += partitions.length;
      sectorCount += sectors.length;
      const funds = run(readMinerFunds(miner, 0));
      expect(funds.available + funds.lockedFunds + funds.initialPledge + funds.preCommitDeposits).toBe(funds.balance);
      expect(funds.initialPledge).toBe(sectors.reduce((sum, [, sector]) => sum + sector.initialPledge, 0n));
      expect(funds).toMatchObject({ vesting: [], vested: 0n, feeDebt: 0n });
    }
    checked(Object.keys(miners).length, 3, 'miners of mainnet');
    checked(deadlineCount, 144, 'deadlines of mainnet');
    checked(partitionCount, 3, 'partitions of mainnet');
    checked(sectorCount, 2304, 'sectors of mainnet');
  });

  it('every deal, and the balances of those who made them', () => {
    const derived = readSharedJson<Record<string, unknown>>('deals/StateMarketDeals-mainnet-genesis.json.gz');
    const market = run(openMarket(tree));
    const deals = run(readDeals(market));
    const json = deals.map(({ dealId, proposal, state }) => [
      dealId,
      { Proposal: dealProposal.toJson(proposal, 'f'), State: dealState.v0.toJson(found(state), 'f') },
    ]);
    expect(Object.fromEntries(json)).toEqual(derived);
    expect(run(readDeal(market, 2303))).toEqual(deals.at(-1));
    expect(run(readDeal(market, 2304))).toBeUndefined();
    const parties = new Set(deals.flatMap(({ proposal }) => [proposal.client, proposal.provider]));
    for (const party of parties) {
      const { escrow, locked } = run(readMarketBalance(market, party));
      // Genesis deals cost nothing and have no collateral: nothing can be locked for them.
      expect(locked, party).toBe(0n);
      expect(escrow >= locked).toBe(true);
    }
    expect(run(readProviderSectors(market, idAddress(1000)))).toBeUndefined();
    checked(deals.length, 2304, 'deals of mainnet');
    checked(parties.size, 6, 'balances of mainnet');
  });

  it('addresses of keys, multisigs, verified clients', () => {
    const multisigs = run(tree.actors.entries()).filter(([, { code }]) => actorTypeFromCode(code) === 'multisig');
    for (const [, actor] of multisigs) {
      const { state, pending } = run(readMultisig('v0', actor));
      expect(state.signers.length).toBeGreaterThanOrEqual(state.threshold);
      expect(pending).toEqual([]);
      for (const signer of state.signers) expect(run(resolveAddress(tree, signer))).toMatch(/^f0\d+$/);
    }
    const nobody = parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
    expect(run(resolveAddress(tree, nobody))).toBeUndefined();
    expect(run(readActor(tree, idAddress(999_999)))).toBeUndefined();
    expect(run(readDataCap(tree, idAddress(100)))).toBeUndefined();
    expect(run(readVerifiedRegistry(tree)).rootKey).toBe('f080');
    expect(run(readActorTypes(tree)).size).toBe(0);
    checked(multisigs.length, 10, 'multisigs of mainnet');
    checked(network.read.size, 721, 'blocks of mainnet, each verified');
  });
});

describe('butterflynet, actors of today', () => {
  const network = open('butterflynet', 'v16');
  const { run, tree } = network;
  const entries = run(tree.actors.entries());

  it('every actor has a type that the manifest names, and is found by its other addresses', () => {
    const types = run(readActorTypes(tree));
    for (const [, { code }] of entries) expect(types.has(code)).toBe(true);
    const { addressMap } = run(readSingleton(tree, SINGLETONS.init, initState, 'the state of the init actor'));
    const known = run(run(Hamt.open(initAddressMap.v16, addressMap)).entries());
    for (const [address, id] of known) {
      const { address: own, actor } = found(run(readActor(tree, address)));
      expect(own, address).toBe(idAddress(id));
      const isKnownByKey = types.get(actor.code) === 'account' || actor.delegatedAddress !== undefined;
      expect(run(readDeterministicAddress(tree, actor))).toBe(isKnownByKey ? address : undefined);
    }
    checked(known.length, 9, 'addresses of actors of butterflynet');
    checked(entries.length, 21, 'actors of butterflynet');
    checked(types.size, 16, 'types of actors of butterflynet');
  });

  it('every miner, whose sectors give the power that is claimed', () => {
    const types = run(readActorTypes(tree));
    const power = run(readPower(tree));
    const claims = new Map(run(run(openClaims(tree, power)).entries()));
    const miners = entries.filter(([, { code }]) => types.get(code) === 'storageminer').map(([address]) => address);
    expect([...claims.keys()].toSorted()).toEqual(miners.toSorted());
    let [partitionCount, sectorCount] = [0, 0];
    for (const address of miners) {
      const miner = minerOf(network, address);
      const claim = found(claims.get(address));
      const deadlines = run(readDeadlines(miner));
      expect(deadlines).toHaveLength(48);
      const partitions = run(readPartitions(miner, deadlines));
      const sectors = run(run(openSectors(miner)).entries());
      expect(partitions.reduce((sum, { live }) => sum + live.count, 0n)).toBe(BigInt(sectors.length));
      expect(sumPower(partitions.map(({ activePower }) => activePower))).toEqual({
        raw: claim.rawBytePower,
        qualityAdjusted: claim.qualityAdjPower,
      });
      const funds = run(readMinerFunds(miner, 0));
      expect(funds.initialPledge).toBe(sectors.reduce((sum, [, { initialPledge }]) => sum + initialPledge, 0n));
      expect(run(run(openPreCommits(miner)).entries())).toEqual([]);
      const withEnds = deadlines.flatMap((deadline) => run(readDeadlineExpirations(miner, deadline)));
      expect(withEnds.length > 0).toBe(partitions.length > 0);
      expect(run(readMinerInfo(miner)).sectorSize).toBeGreaterThan(0n);
      partitionCount += partitions.length;
      sectorCount += sectors.length;
    }
    checked(miners.length, 3, 'miners of butterflynet');
    checked(partitionCount, 720, 'partitions of butterflynet');
    checked(sectorCount, 1440, 'sectors of butterflynet');
  });

  it('deals, and the sectors of providers that hold them', () => {
    const market = run(openMarket(tree));
    const deals = run(readDeals(market));
    let claimCount = 0;
    for (const provider of new Set(deals.map(({ proposal }) => proposal.provider))) {
      const inSectors = [...found(run(readProviderSectors(market, provider))).values()].flat().toSorted((a, b) => a - b);
      const proven = deals.filter(({ proposal, state }) => proposal.provider === provider && state !== undefined);
      expect(inSectors).toEqual(proven.map(({ dealId }) => dealId));
      expect(run(readMarketBalance(market, provider)).locked >= 0n).toBe(true);
      const claims = [...run(readClaims(tree, provider)).values()];
      const verified = deals.filter(({ proposal }) => proposal.provider === provider && proposal.verifiedDeal);
      expect(claims.map(({ data }) => data).toSorted()).toEqual(verified.map(({ proposal }) => proposal.pieceCid).toSorted());
      claimCount += claims.length;
    }
    expect(run(readAllocations(tree, idAddress(100))).size).toBe(0);
    expect(run(readDataCap(tree, idAddress(100)))).toBeUndefined();
    checked(deals.length, 1440, 'deals of butterflynet');
    checked(claimCount, 1440, 'claims of butterflynet');
    checked(network.read.size, 1225, 'blocks of butterflynet, each verified');
  });

  it('is refused in the layout of the first days, as those are in this one', () => {
    expect(() => run(openStateTree('v0', network.root))).toThrow();
    expect(() => open('mainnet', 'v16')).toThrow();
  });
});

interface DerivedMiner {
  readonly actor: { readonly Balance: string };
  readonly StateMinerInfo: {
    readonly Owner: string;
    readonly Worker: string;
    readonly SectorSize: number;
    readonly SealProofType: number;
    readonly WindowPoStPartitionSectors: number;
  };
  readonly rawInfo: { readonly peerIdBytes: string };
  readonly StateMinerPower: { readonly MinerPower: unknown; readonly TotalPower: unknown };
  readonly sectorCount: number;
  readonly StateMinerSectors: readonly unknown[];
  readonly provingPeriodStart: number;
  readonly currentDeadline: number;
  readonly StateMinerDeadlines: readonly unknown[];
  readonly StateMinerPartitions: readonly unknown[];
}
