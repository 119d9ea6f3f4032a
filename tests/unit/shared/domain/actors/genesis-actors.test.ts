import { describe, expect, it } from 'vitest';
import { accountState, emptyState } from '../../../../../shared/domain/actors/account-state.ts';
import { actorEntries, stateTreeInfo, stateTreeRoot, stateTreeVersion } from '../../../../../shared/domain/actors/actor-entry.ts';
import { actorManifest, actorTypesByCode } from '../../../../../shared/domain/actors/actor-manifest.ts';
import { cronState } from '../../../../../shared/domain/actors/cron-state.ts';
import { datacapAllowances, datacapBalances, datacapState } from '../../../../../shared/domain/actors/datacap-state.ts';
import { initAddressMap, initState } from '../../../../../shared/domain/actors/init-state.ts';
import {
  marketBalances,
  marketDealOps,
  marketDealOpsByEpoch,
  marketDealStates,
  marketPendingDealAllocations,
  marketPendingProposals,
  marketProposals,
  marketProviderSectors,
  marketSectorDeals,
  marketState,
} from '../../../../../shared/domain/actors/market-state.ts';
import { multisigPendingTransactions, multisigState } from '../../../../../shared/domain/actors/multisig-state.ts';
import { cronEvents, powerClaims, powerCronEventQueue, powerState } from '../../../../../shared/domain/actors/power-state.ts';
import { rewardState } from '../../../../../shared/domain/actors/reward-state.ts';
import { systemState } from '../../../../../shared/domain/actors/system-state.ts';
import {
  allocationsOrClaimsByActor,
  claims,
  removeDataCapProposalIds,
  verifiedClients,
  verifiedRegistryState,
  verifiers,
} from '../../../../../shared/domain/actors/verified-registry-state.ts';
import { addressProtocol, idAddress, idOfAddress } from '../../../../../shared/domain/addresses/address.ts';
import { pendingProposalCid } from '../../../../../shared/domain/deals/deal-proposal.ts';
import { bytesToUtf8Lossy } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidParts } from '../../../../../shared/domain/encoding/cid.ts';
import type { Codec } from '../../../../../shared/domain/ipld/codec.ts';
import { actorTypeFromCode } from '../../../../../shared/domain/methods/actor-code.ts';
import { ACTOR_TYPES } from '../../../../../shared/domain/methods/actor-type.ts';
import { checked } from '../../../../builders/checked.ts';
import { CheckedStateReader } from '../../../../builders/checked-state-reader.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const SYSTEM = 0;
const INIT = 1;
const REWARD = 2;
const CRON = 3;
const POWER = 4;
const MARKET = 5;
const VERIFIED_REGISTRY = 6;
const DATACAP = 7;

describe('the genesis of mainnet, layout v0', () => {
  const reader = new CheckedStateReader('mainnet');
  const derived = readSharedJson<{
    readonly meta: { readonly stateRoot: string };
    readonly actors: Readonly<Record<string, { Code: string; Nonce: number; Balance: string; Head: string }>>;
  }>('chain/genesis-actors-mainnet.json');
  const actors = new Map(reader.map(actorEntries.v0, reader.state.stateRoot));
  const head = (id: number) => actors.get(idAddress(id))?.head ?? expect.fail(`no actor f0${id}`);
  const market = reader.block(marketState.v0, head(MARKET));

  it('has the actors of the derived list', () => {
    expect(reader.state.stateRoot).toBe(derived.meta.stateRoot);
    const found = [...actors].map(([address, { code, head: state, nonce, balance }]) => [
      address,
      { Code: bytesToUtf8Lossy(cidParts(code).digest), Nonce: Number(nonce), Balance: balance.toString(), Head: state },
    ]);
    expect(Object.fromEntries(found)).toEqual(derived.actors);
    checked(actors.size, 37, 'actors of mainnet at genesis');
  });

  it('has a state of every type, which is written again as the same bytes', () => {
    const codecs: Partial<Record<string, Codec<unknown>>> = {
      system: systemState.v0,
      init: initState,
      reward: rewardState.v0,
      cron: cronState,
      storagepower: powerState.v0,
      storagemarket: marketState.v0,
      verifiedregistry: verifiedRegistryState.v0,
      account: accountState,
      multisig: multisigState,
    };
    const read = [...actors.values()].filter(({ code, head: state }) => {
      const codec = codecs[actorTypeFromCode(code) ?? ''];
      if (codec !== undefined) reader.block(codec, state);
      return codec !== undefined;
    });
    checked(read.length, 34, 'states of mainnet at genesis that are no miners');
  });

  it('has the addresses of its accounts', () => {
    const init = reader.block(initState, head(INIT));
    expect(init).toMatchObject({ nextId: 1003, networkName: 'testnetnet' });
    const ids = reader.map(initAddressMap.v0, init.addressMap);
    for (const [address, id] of ids) {
      const entry = actors.get(idAddress(id)) ?? expect.fail(`no actor f0${id}`);
      if (actorTypeFromCode(entry.code) === 'account') expect(reader.block(accountState, entry.head).address).toBe(address);
    }
    checked(ids.length, 18, 'addresses of mainnet at genesis');
  });

  it('has multisigs without transactions', () => {
    const states = [...actors.values()]
      .filter(({ code }) => actorTypeFromCode(code) === 'multisig')
      .map((entry) => reader.block(multisigState, entry.head));
    for (const { pendingTransactions } of states) expect(reader.map(multisigPendingTransactions.v0, pendingTransactions)).toEqual([]);
    checked(states.length, 10, 'multisigs of mainnet at genesis');
  });

  it('has its first reward, and power of which its miners have a third each', () => {
    expect(reader.block(rewardState.v0, head(REWARD))).toMatchObject({ epoch: 0, totalMined: 0n, effectiveBaselinePower: 2n ** 60n });
    const power = reader.block(powerState.v0, head(POWER));
    expect(power).toMatchObject({ minerCount: 3, minerAboveMinPowerCount: 3, lastProcessedCronEpoch: -1, proofValidationBatch: undefined });
    const claimed = reader.map(powerClaims.v0, power.claims);
    expect(claimed.map(([miner]) => miner).toSorted()).toEqual(['f01000', 'f01001', 'f01002']);
    for (const [, claim] of claimed) {
      expect(claim).toEqual({
        windowPoStProofType: undefined,
        rawBytePower: power.totalRawBytePower / 3n,
        qualityAdjPower: power.totalQualityAdjPower / 3n,
      });
    }
  });

  it('has one event of cron for each miner', () => {
    const queue = reader.map(powerCronEventQueue.v0, reader.block(powerState.v0, head(POWER)).cronEventQueue);
    const events = queue.flatMap(([epoch, root]) => reader.array(cronEvents.v0, root).map(([, event]) => [event.minerAddress, epoch]));
    expect(Object.fromEntries(events)).toEqual({ f01000: 657, f01001: 153, f01002: 1359 });
    expect(reader.block(cronState, head(CRON)).entries).toEqual([
      { receiver: 'f04', method: 5n },
      { receiver: 'f05', method: 9n },
    ]);
  });

  it('has the deals of the derived list', () => {
    const deals = readSharedJson<Record<string, unknown>>('deals/StateMarketDeals-mainnet-genesis.json.gz');
    const proposals = reader.array(marketProposals.v0, market.proposals);
    const states = new Map(reader.array(marketDealStates.v0, market.states));
    const found = proposals.map(([id, proposal]) => [
      id,
      {
        Proposal: marketProposals.v0.value.toJson(proposal, 'f'),
        State: marketDealStates.v0.value.toJson(states.get(id) ?? expect.fail(`deal ${id} has no state`), 'f'),
      },
    ]);
    expect(Object.fromEntries(found)).toEqual(deals);
    expect(market.nextId).toBe(2304);
    checked(found.length, 2304, 'deals of mainnet at genesis');
  });

  it('has every deal among the pending ones, and all to be looked at in one epoch', () => {
    const proposals = new Map(
      reader.array(marketProposals.v0, market.proposals).map(([, proposal]) => [pendingProposalCid(proposal), proposal]),
    );
    expect(new Map(reader.map(marketPendingProposals.v0, market.pendingProposals))).toEqual(proposals);
    const epochs = reader.map(marketDealOpsByEpoch.v0, market.dealOpsByEpoch);
    expect(epochs.map(([epoch]) => epoch)).toEqual([111]);
    const ids = epochs.flatMap(([, root]) => reader.map(marketDealOps.v0, root).map(([id]) => id));
    expect(new Set(ids)).toEqual(new Set(Array.from({ length: 2304 }, (_, id) => id)));
  });

  it('has balances of the market, all zero, and no DataCap but that of a verifier', () => {
    expect(reader.map(marketBalances.v0, market.escrowTable)).toEqual([]);
    const locked = reader.map(marketBalances.v0, market.lockedTable);
    expect(Object.fromEntries(locked)).toEqual(
      Object.fromEntries(['f0100', 'f0101', 'f0102', 'f01000', 'f01001', 'f01002'].map((address) => [address, 0n])),
    );
    const registry = reader.block(verifiedRegistryState.v0, head(VERIFIED_REGISTRY));
    expect(registry.rootKey).toBe('f080');
    expect(reader.map(verifiers.v0, registry.verifiers)).toEqual([['f081', 0n]]);
    expect(reader.map(verifiedClients.v0, registry.verifiedClients)).toEqual([]);
  });
});

describe('the genesis of butterflynet, layout v16', () => {
  const reader = new CheckedStateReader('butterflynet');
  const root = reader.block(stateTreeRoot, reader.state.stateRoot);
  const actors = new Map(reader.map(actorEntries.v16, root.actors));
  const head = (id: number) => actors.get(idAddress(id))?.head ?? expect.fail(`no actor f0${id}`);
  const market = reader.block(marketState.v16, head(MARKET));
  const manifest = reader.block(actorManifest, reader.block(systemState.v16, head(SYSTEM)).builtinActors);
  const types = actorTypesByCode(manifest);

  it('has a root of today and the codes of all types of actors', () => {
    expect(root.version).toBe(stateTreeVersion.v16);
    reader.block(stateTreeInfo, root.info);
    expect([...types.values()].toSorted()).toEqual(ACTOR_TYPES);
    checked(types.size, 16, 'codes of butterflynet');
  });

  it('has a state of every type, which is written again as the same bytes', () => {
    const codecs: Partial<Record<string, Codec<unknown>>> = {
      system: systemState.v16,
      init: initState,
      reward: rewardState.v16,
      cron: cronState,
      storagepower: powerState.v16,
      storagemarket: marketState.v16,
      verifiedregistry: verifiedRegistryState.v16,
      datacap: datacapState,
      account: accountState,
      multisig: multisigState,
      eam: emptyState,
      ethaccount: emptyState,
    };
    const counts: Record<string, number> = {};
    for (const { code, head: state } of actors.values()) {
      const type = types.get(code) ?? expect.fail(`no type for ${code}`);
      counts[type] = (counts[type] ?? 0) + 1;
      const codec = codecs[type];
      if (codec !== undefined) reader.block(codec, state);
    }
    expect(counts).toEqual({ ...Object.fromEntries(Object.keys(codecs).map((type) => [type, 1])), account: 7, storageminer: 3 });
    checked(actors.size, 21, 'actors of butterflynet at genesis');
  });

  it('has the addresses of its accounts, a delegated one among them', () => {
    const init = reader.block(initState, head(INIT));
    expect(init).toMatchObject({ nextId: 1004, networkName: 'butterflynet' });
    const ids = reader.map(initAddressMap.v16, init.addressMap);
    const kinds: Record<string, number> = {};
    for (const [address, id] of ids) {
      const entry = actors.get(idAddress(id)) ?? expect.fail(`no actor f0${id}`);
      const type = types.get(entry.code) ?? expect.fail(`no type for ${entry.code}`);
      const kind = `${type} f${addressProtocol(address)}`;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      if (type === 'account') expect(reader.block(accountState, entry.head).address).toBe(address);
      expect(entry.delegatedAddress).toBe(type === 'ethaccount' ? address : undefined);
    }
    expect(kinds).toEqual({ 'account f1': 2, 'account f3': 3, 'storageminer f2': 3, 'ethaccount f4': 1 });
    checked(ids.length, 9, 'addresses of butterflynet at genesis');
  });

  it('has a reward, and power of which its miners have a third each', () => {
    expect(reader.block(rewardState.v16, head(REWARD))).toMatchObject({ epoch: 0, totalStoragePowerReward: 0n });
    const power = reader.block(powerState.v16, head(POWER));
    expect(power).toMatchObject({ minerCount: 3, minerAboveMinPowerCount: 3, rampStartEpoch: 0, proofValidationBatch: undefined });
    const claimed = reader.map(powerClaims.v16, power.claims);
    expect(claimed.map(([miner]) => miner).toSorted()).toEqual(['f01000', 'f01001', 'f01002']);
    for (const [, claim] of claimed) {
      expect(claim).toEqual({
        windowPoStProofType: 12,
        rawBytePower: power.totalRawBytePower / 3n,
        qualityAdjPower: power.totalQualityAdjPower / 3n,
      });
    }
    const queue = reader.map(powerCronEventQueue.v16, power.cronEventQueue);
    const events = queue.flatMap(([epoch, list]) => reader.array(cronEvents.v16, list).map(([, event]) => [event.minerAddress, epoch]));
    expect(events.map(([miner]) => miner).toSorted()).toEqual(['f01000', 'f01001', 'f01002']);
  });

  it('has deals with their states and sectors', () => {
    const proposals = reader.array(marketProposals.v16, market.proposals);
    const states = new Map(reader.array(marketDealStates.v16, market.states));
    const providers = new Map(reader.map(marketProviderSectors, market.providerSectors));
    const inSectors = [...providers].flatMap(([provider, sectors]) =>
      reader.map(marketSectorDeals, sectors).flatMap(([sector, ids]) => ids.map((id) => [id, { provider, sector }] as const)),
    );
    const placeOf = new Map(inSectors);
    for (const [id, proposal] of proposals) {
      const place = placeOf.get(id) ?? expect.fail(`deal ${id} has no sector`);
      expect(idOfAddress(proposal.provider)).toBe(BigInt(place.provider));
      expect(states.get(id)).toEqual({ sectorNumber: place.sector, sectorStartEpoch: 0, lastUpdatedEpoch: -1, slashEpoch: -1 });
    }
    expect(placeOf.size).toBe(proposals.length);
    expect(market.nextId).toBe(proposals.length);
    expect(reader.map(marketPendingDealAllocations, market.pendingDealAllocationIds)).toEqual([]);
    checked(proposals.length, 1440, 'deals of butterflynet at genesis');
  });

  it('has every deal among the pending ones, and each to be looked at in an epoch of its own', () => {
    const cids = reader.array(marketProposals.v16, market.proposals).map(([, proposal]) => [pendingProposalCid(proposal), true] as const);
    expect(new Map(reader.map(marketPendingProposals.v16, market.pendingProposals))).toEqual(new Map(cids));
    const ops = reader.map(marketDealOpsByEpoch.v16, market.dealOpsByEpoch);
    // The market spreads deals over the epochs of a month by their ids: a key read as unsigned would name another epoch.
    for (const [epoch, set] of ops) expect(reader.map(marketDealOps.v16, set)).toEqual([[epoch, true]]);
    checked(ops.length, 1440, 'epochs in which deals of butterflynet are looked at');
  });

  it('has claims of verified data for its providers', () => {
    const registry = reader.block(verifiedRegistryState.v16, head(VERIFIED_REGISTRY));
    expect(reader.map(verifiers.v16, registry.verifiers)).toEqual([['f081', 0n]]);
    expect(reader.map(removeDataCapProposalIds, registry.removeDataCapProposalIds)).toEqual([]);
    expect(reader.map(allocationsOrClaimsByActor, registry.allocations)).toEqual([]);
    const claimed = reader
      .map(allocationsOrClaimsByActor, registry.claims)
      .flatMap(([provider, map]) => reader.map(claims, map).map(([id, claim]) => ({ id, provider, claim })));
    for (const { provider, claim } of claimed) expect(claim.provider).toBe(provider);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
    expect(Math.max(...claimed.map(({ id }) => id))).toBe(registry.nextAllocationId - 1);
    checked(claimed.length, 1440, 'claims of butterflynet at genesis');
  });

  it('has no DataCap left, and lets the market spend it without an end but for the data that was claimed', () => {
    const datacap = reader.block(datacapState, head(DATACAP));
    expect(datacap.token).toMatchObject({ supply: 0n, hamtBitWidth: 3 });
    expect(reader.map(datacapBalances(datacap), datacap.token.balances)).toEqual([]);
    const allowances = reader
      .map(datacapAllowances(datacap), datacap.token.allowances)
      .map(([owner, map]) => [owner, reader.map(datacapBalances(datacap), map)]);
    const bytesEach = 480n * 2n ** 29n;
    const left = 10n ** 18n * (10n ** 21n - bytesEach);
    expect(Object.fromEntries(allowances)).toEqual({ 100: [[MARKET, left]], 101: [[MARKET, left]], 102: [[MARKET, left]] });
  });
});
