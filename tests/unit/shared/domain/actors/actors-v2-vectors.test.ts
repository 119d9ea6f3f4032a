/** Whole states of actors version 2 from public test vectors: the tree, every actor, and what hangs from miners, multisigs and channels. */
import { describe, expect, it } from 'vitest';
import { accountState } from '../../../../../shared/domain/actors/account-state.ts';
import { actorEntries, stateTreeInfo, stateTreeRoot } from '../../../../../shared/domain/actors/actor-entry.ts';
import { actorStateCodec } from '../../../../../shared/domain/actors/actor-state-codec.ts';
import { initAddressMap, initState } from '../../../../../shared/domain/actors/init-state.ts';
import {
  marketBalances,
  marketDealOpsByEpoch,
  marketDealStates,
  marketPendingProposals,
  marketProposals,
  marketState,
} from '../../../../../shared/domain/actors/market-state.ts';
import {
  deadlineExpirations,
  deadlinePartitions,
  minerPreCommits,
  minerPreCommitsCleanUp,
  minerSectors,
} from '../../../../../shared/domain/actors/miner-collections.ts';
import { minerDeadline } from '../../../../../shared/domain/actors/miner-deadline.ts';
import { minerInfo } from '../../../../../shared/domain/actors/miner-info.ts';
import { minerState } from '../../../../../shared/domain/actors/miner-state.ts';
import { minerVestingFunds } from '../../../../../shared/domain/actors/miner-vesting-funds.ts';
import { multisigPendingTransactions, multisigState } from '../../../../../shared/domain/actors/multisig-state.ts';
import { powerClaims, powerCronEventQueue, powerState } from '../../../../../shared/domain/actors/power-state.ts';
import { rewardState } from '../../../../../shared/domain/actors/reward-state.ts';
import { stateLayoutOf } from '../../../../../shared/domain/actors/state-layout.ts';
import { verifiedClients, verifiedRegistryState, verifiers } from '../../../../../shared/domain/actors/verified-registry-state.ts';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { bitfield } from '../../../../../shared/domain/ipld/codec.ts';
import { walkNow } from '../../../../../shared/domain/ipld/walk.ts';
import { actorTypeFromCode } from '../../../../../shared/domain/methods/actor-code.ts';
import { openMiner } from '../../../../../shared/domain/state/miner.ts';
import { openStateTree } from '../../../../../shared/domain/state/state-tree.ts';
import { actorsV2States } from '../../../../builders/actors-v2-states.ts';
import { CheckedStateReader } from '../../../../builders/checked-state-reader.ts';
import { codeOf } from '../../../../builders/code-of.ts';

const CASES = [
  { name: 'miners that were awarded', types: { account: 7, storageminer: 3 } },
  { name: 'a multisig', types: { account: 4, multisig: 1 } },
  { name: 'a payment channel', types: { account: 3, paymentchannel: 1 } },
];
const SINGLETONS = ['system', 'init', 'reward', 'cron', 'storagepower', 'storagemarket', 'verifiedregistry'];

function open(at: number) {
  const state = actorsV2States()[at] ?? expect.fail(`no state ${at}`);
  const reader = new CheckedStateReader(state);
  const root = reader.block(stateTreeRoot, state.stateRoot);
  const actors = new Map(reader.map(actorEntries.v2, root.actors));
  const head = (id: number) => actors.get(idAddress(id))?.head ?? expect.fail(`no actor f0${id}`);
  return { state, reader, root, actors, head };
}

describe.each(CASES)('the state with $name', ({ name, types }) => {
  const { state, reader, root, actors, head } = open(CASES.findIndex((one) => one.name === name));

  it('hangs from a tree of version 1, which network versions 4 to 9 read and no other', () => {
    expect(root.version).toBe(1);
    reader.block(stateTreeInfo, root.info);
    for (const version of [4, 9]) {
      const tree = walkNow(openStateTree(stateLayoutOf(version), state.stateRoot), state.source);
      expect(walkNow(tree.actors.get(idAddress(1)), state.source)?.head).toBe(head(1));
    }
    for (const version of [10, 29]) {
      expect(codeOf(() => walkNow(openStateTree(stateLayoutOf(version), state.stateRoot), state.source))).toBe('state-tree');
    }
  });

  it('has a state of every actor, which is written again as the same bytes', () => {
    const counts: Record<string, number> = {};
    for (const { code, head: cid } of actors.values()) {
      const type = actorTypeFromCode(code) ?? expect.fail(`no type for ${code}`);
      counts[type] = (counts[type] ?? 0) + 1;
      reader.block(actorStateCodec(type, 'v2') ?? expect.fail(`no layout for ${type}`), cid);
    }
    expect(counts).toEqual({ ...Object.fromEntries(SINGLETONS.map((type) => [type, 1])), ...types });
  });

  it('has the addresses of its accounts', () => {
    const init = reader.block(initState, head(1));
    expect(init.networkName).toBe('chain-validation');
    const accounts = reader.map(initAddressMap.v2, init.addressMap).flatMap(([address, id]) => {
      const entry = actors.get(idAddress(id));
      return entry !== undefined && actorTypeFromCode(entry.code) === 'account' ? [[address, entry.head] as const] : [];
    });
    for (const [address, cid] of accounts) expect(reader.block(accountState, cid).address).toBe(address);
    // That of the burnt funds has no key.
    expect(accounts.length).toBe(types.account - 1);
  });

  it('has the collections of the market, the power actor and the verified registry', () => {
    const market = reader.block(marketState.v2, head(5));
    expect(reader.array(marketProposals.v2, market.proposals)).toEqual([]);
    expect(reader.array(marketDealStates.v2, market.states)).toEqual([]);
    expect(reader.map(marketPendingProposals.v2, market.pendingProposals)).toEqual([]);
    expect(reader.map(marketBalances.v2, market.escrowTable)).toEqual([]);
    expect(reader.map(marketDealOpsByEpoch.v2, market.dealOpsByEpoch)).toEqual([]);
    const power = reader.block(powerState.v2, head(4));
    const miners = [...actors].filter(([, { code }]) => actorTypeFromCode(code) === 'storageminer').map(([address]) => address);
    expect(power).toMatchObject({ minerCount: miners.length, proofValidationBatch: undefined });
    expect(reader.map(powerCronEventQueue.v2, power.cronEventQueue)).toEqual([]);
    const claims = reader.map(powerClaims.v2, power.claims);
    expect(claims.map(([miner]) => miner).toSorted()).toEqual(miners.toSorted());
    for (const [, claim] of claims) expect(claim).toMatchObject({ rawBytePower: 0n, qualityAdjPower: 0n });
    const registry = reader.block(verifiedRegistryState.v2, head(6));
    expect(registry.rootKey).toBe('f080');
    expect([reader.map(verifiers.v2, registry.verifiers), reader.map(verifiedClients.v2, registry.verifiedClients)]).toEqual([[], []]);
    // 330 and 770 million FIL.
    expect(reader.block(rewardState.v2, head(2))).toMatchObject({
      simpleTotal: 330_000_000n * 10n ** 18n,
      baselineTotal: 770_000_000n * 10n ** 18n,
    });
  });
});

it('miners lock their award, vest it and owe nothing', () => {
  const { state, reader, actors } = open(0);
  const miners = [...actors.values()].filter(({ code }) => actorTypeFromCode(code) === 'storageminer');
  for (const miner of miners) {
    const found = reader.block(minerState.v2, miner.head);
    expect(found.lockedFunds).toBe(miner.balance);
    expect(found).toMatchObject({ feeDebt: 0n, initialPledge: 0n, preCommitDeposits: 0n, provingPeriodStart: 1000 });
    const { funds } = reader.block(minerVestingFunds.v2, found.vestingFunds);
    expect(funds.reduce((sum, { amount }) => sum + amount, 0n)).toBe(found.lockedFunds);
    expect(reader.block(minerInfo.v2, found.info)).toMatchObject({
      pendingWorkerKey: undefined,
      consensusFaultElapsed: -1,
      pendingOwnerAddress: undefined,
    });
    expect(reader.array(minerSectors.v2, found.sectors)).toEqual([]);
    expect(reader.map(minerPreCommits.v2, found.preCommittedSectors)).toEqual([]);
    expect(reader.array(minerPreCommitsCleanUp.v2, found.preCommittedSectorsCleanUp)).toEqual([]);
    reader.block(bitfield, found.allocatedSectors);
    // The authors of the vector put one deadline in the place of the list of 48.
    const deadline = reader.block(minerDeadline.v2, found.deadlines);
    expect(reader.array(deadlinePartitions.v2, deadline.partitions)).toEqual([]);
    expect(reader.array(deadlineExpirations.v2, deadline.expirationsEpochs)).toEqual([]);
    expect(walkNow(openMiner('v2', miner), state.source).state).toEqual(found);
  }
  expect(miners.length).toBe(3);
});

it('the multisig needs both of its signers, and nothing is pending', () => {
  const { reader, head } = open(1);
  const multisig = reader.block(multisigState, head(103));
  expect(multisig).toMatchObject({
    signers: ['f0100', 'f0101'],
    threshold: 2,
    nextTransactionId: 1,
    initialBalance: 10n,
    startEpoch: 138_721,
    unlockDuration: 10,
  });
  expect(reader.map(multisigPendingTransactions.v2, multisig.pendingTransactions)).toEqual([]);
});
