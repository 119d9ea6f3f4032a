/** Reads the streams of the reward actor for their panel, and the claims of an address; all at one pinned tipset. */
import { z } from 'zod';
import {
  CLAIM_METHOD,
  claimParams,
  claimReturn,
  decodePendingWrite,
  type PendingWrite,
  type RewardStreams,
} from '../../../shared/domain/actors/reward-streams.ts';
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import {
  type StreamAccount,
  splitBlockReward,
  streamAccounts,
  streamWeight,
  WHOLE_WEIGHT,
} from '../../../shared/domain/chain/reward-split.ts';
import { streamCalendar, streamGates, streamQuarter } from '../../../shared/domain/chain/solstice.ts';
import { streamCourses } from '../../../shared/domain/chain/stream-courses.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { knownContracts } from '../../../shared/domain/evm/known-contracts.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { BLOCK_GAS_LIMIT } from '../../../shared/domain/messages/gas.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { PendingWriteView, RewardStreamsView, StreamClaims } from '../../../shared/ipc/schemas/reward-streams.ts';
import { messageToJson } from '../../../shared/validation/node/message.ts';
import { zAddressValue, zBytes } from '../../../shared/validation/node/primitives.ts';
import type { NodeReward } from '../../../shared/validation/node/reward-state.ts';
import { mapBounded } from '../bounded.ts';
import { optional } from '../optional.ts';
import { type PinnedNode, readPinned, saysActorIsAbsent } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';
import { readEpochReward } from './epoch-reward.ts';
import type { HeadChain } from './head-chain.ts';
import { REWARD_ACTOR, readStreams } from './tipset-reward.ts';

const CAUSE = 'actor: reward streams';
/** How far ahead weights are shown if no schedule is known: two and a quarter years, as on mainnet. */
const USUAL_RAMP_EPOCHS = 2_366_766;
/** The service reward stream, which is raised when a gate passes (FIP-0118, 2.2). */
const GATED_STREAM = 2n;
const SIMULATION_TIMEOUT_MS = 30_000;
const SIMULATIONS_AT_ONCE = 2;

const zSimulated = z.object({ MsgRct: z.object({ ExitCode: z.number().int(), Return: zBytes }) });

interface Ledger {
  readonly state: NodeReward;
  readonly own: NonNullable<NodeReward['streams']>;
  readonly streams: RewardStreams;
  readonly accounts: readonly StreamAccount[];
}

/** @throws SextantError `not-connected` without a head, and errors of the node */
export async function readStreamsView(
  reader: ChainReader,
  chain: HeadChain,
  genesisCid: string,
  at: number | undefined,
): Promise<RewardStreamsView> {
  return readPinned(
    reader.client,
    chain.tipsets,
    CAUSE,
    async (node) => {
      const calls: CallRef[] = [];
      const ledger = await readLedger(reader, node, calls);
      if (ledger === undefined) return { pinned: node.ref, calls };
      const contracts = await readContracts(reader, node, genesisCid, calls);
      return { pinned: node.ref, ledger: { ...ledgerView(reader, ledger, genesisCid, node.ref.height), contracts }, calls };
    },
    at,
  );
}

/** @throws SextantError as `readStreamsView`; an address without an actor has no claims */
export async function readStreamClaims(
  reader: ChainReader,
  chain: HeadChain,
  address: string,
  at: number | undefined,
): Promise<StreamClaims> {
  return readPinned(
    reader.client,
    chain.tipsets,
    `${CAUSE}: claims`,
    async (node) => {
      const calls: CallRef[] = [];
      const ledger = await readLedger(reader, node, calls);
      const none = { pinned: node.ref, claims: [], calls };
      // Nothing is owed to anyone, so the address need not be looked up.
      if (ledger === undefined || ledger.accounts.length === 0) return none;
      const id = await node
        .read('StateLookupID', (key) => [address, key], zAddressValue)
        .catch((error: unknown) => {
          if (saysActorIsAbsent(error)) return undefined;
          throw error;
        });
      if (id === undefined) return none;
      calls.push(id.call);
      const wallet = id.value;
      const owing = ledger.accounts.flatMap((account) => {
        const owed = account.recipients.find(({ recipient }) => recipient === wallet)?.owed ?? 0n;
        return owed > 0n ? [{ id: account.id, owed }] : [];
      });
      const claims = await mapBounded(owing, SIMULATIONS_AT_ONCE, async (claim) => {
        const simulated = await simulateClaim(reader, node, claim.id, wallet, calls);
        return {
          id: claim.id.toString(),
          owed: claim.owed.toString(),
          ...simulated,
          wallet: formatAddress(wallet, reader.letter),
        };
      });
      return { pinned: node.ref, claims, calls };
    },
    at,
  );
}

/** Undefined before network version 29. */
async function readLedger(reader: ChainReader, node: PinnedNode, calls: CallRef[]): Promise<Ledger | undefined> {
  const { value: state, call } = await readEpochReward(node, reader.letter);
  calls.push(call);
  if (state.streams === undefined) return undefined;
  const block = await readStreams(reader, state.streams.root, CAUSE);
  calls.push(block.call);
  return { state, own: state.streams, streams: block.value, accounts: streamAccounts(block.value, state.streams.accrued) };
}

function ledgerView(reader: ChainReader, { state, own, streams, accounts }: Ledger, genesisCid: string, height: number) {
  const { letter } = reader;
  const calendar = streamCalendar(genesisCid);
  const until = height + (calendar?.rampEpochs ?? USUAL_RAMP_EPOCHS);
  const live = new Map(accounts.filter(({ isLive }) => isLive).map((account) => [account.id, account]));
  const weights = streams.streams.map(({ weight }) => streamWeight(weight, height));
  const isMinting = splitBlockReward(streams.streams, height, WHOLE_WEIGHT).minted > 0n;
  const { minted, burned, explicit } = state.totals;
  const quarter = calendar === undefined || height < calendar.activationEpoch ? undefined : streamQuarter(calendar, height);
  // Governance can remove the stream that is raised by gates.
  const isGated = streams.streams.some(({ id, distribution }) => id === GATED_STREAM && distribution !== undefined);
  const gates = quarter === undefined || calendar === undefined || !isGated ? [] : streamGates(calendar, height, own.timelockEpochs);
  return {
    streams: streams.streams.map(({ id, distribution }, index) => {
      const account = live.get(id);
      return {
        id: id.toString(),
        weight: (weights[index] ?? 0n).toString(),
        ...(distribution === undefined ? {} : { writer: formatAddress(distribution.writer, letter) }),
        ...(account === undefined ? {} : { account: accountView(account, reader) }),
      };
    }),
    removed: accounts
      .filter(({ isLive }) => !isLive)
      .map((account) => ({ id: account.id.toString(), account: accountView(account, reader) })),
    pending: streams.pendingWrites.map((write) => pendingView(write, reader)),
    courses: streamCourses(streams, height, until).map(({ id, isImplicit, points }) => ({
      id: id.toString(),
      isImplicit,
      points: points.map(({ epoch, weight }) => ({ epoch, timeMs: reader.timeMsOf(epoch), weight: weight.toString() })),
    })),
    ...(isMinting ? { burnWeight: (WHOLE_WEIGHT - weights.reduce((sum, weight) => sum + weight, 0n)).toString() } : {}),
    swaActor: formatAddress(own.swaActor, letter),
    timelockEpochs: own.timelockEpochs,
    totals: {
      minted: minted.toString(),
      miner: (minted - burned - explicit).toString(),
      explicit: explicit.toString(),
      burned: burned.toString(),
    },
    owed: accounts.reduce((sum, { owed }) => sum + owed, 0n).toString(),
    settled: (explicit - accounts.reduce((sum, { owed }) => sum + owed, 0n)).toString(),
    ...(quarter === undefined
      ? {}
      : { quarter: { number: quarter.number, endEpoch: quarter.endEpoch, endTimeMs: reader.timeMsOf(quarter.endEpoch) } }),
    gates: gates.map(({ quarter: number, checkEpoch, effectiveEpoch }) => ({
      quarter: number,
      checkEpoch,
      checkTimeMs: reader.timeMsOf(checkEpoch),
      effectiveEpoch,
      effectiveTimeMs: reader.timeMsOf(effectiveEpoch),
    })),
  };
}

function accountView({ accrued, claimed, owed, recipients }: StreamAccount, { letter }: ChainReader) {
  return {
    accrued: accrued.toString(),
    claimed: claimed.toString(),
    owed: owed.toString(),
    recipients: recipients.map((row) => ({
      recipient: formatAddress(row.recipient, letter),
      ...(row.share === undefined ? {} : { share: row.share.toString() }),
      claimed: row.claimed.toString(),
      owed: row.owed.toString(),
    })),
  };
}

function pendingView(write: PendingWrite, reader: ChainReader): PendingWriteView {
  const { letter } = reader;
  const { id, effectiveEpoch } = write;
  const about = { ...(id === undefined ? {} : { id: id.toString() }), effectiveEpoch, timeMs: reader.timeMsOf(effectiveEpoch) };
  const weightAt = (stream: bigint, record: Parameters<typeof streamWeight>[0]) => ({
    id: stream.toString(),
    weight: streamWeight(record, effectiveEpoch).toString(),
  });
  try {
    const change = decodePendingWrite(write);
    switch (change.operation) {
      case 'SetWeightRecords':
      case 'StepWeightRecords':
        return { ...about, operation: change.operation, weights: change.updates.map((update) => weightAt(update.id, update.weight)) };
      case 'RegisterStream':
        return {
          ...about,
          operation: change.operation,
          weights: id === undefined ? [] : [weightAt(id, change.weight)],
          ...(change.distribution === undefined ? {} : { writer: formatAddress(change.distribution.writer, letter) }),
        };
      case 'RemoveStream':
        return { ...about, operation: change.operation, weights: [] };
      case 'SetDistribution':
        return { ...about, operation: change.operation, weights: [], writer: formatAddress(change.writer, letter) };
    }
  } catch (error) {
    // A later actor version may queue unknown operations: the rest of the ledger is still shown.
    if (!(error instanceof DomainError)) throw error;
    return { ...about, operation: `operation ${write.operation}`, weights: [] };
  }
}

/** Read the ID addresses of a public network's governance contracts; unknown ones are left out. */
async function readContracts(reader: ChainReader, node: PinnedNode, genesisCid: string, calls: CallRef[]) {
  const found = await mapBounded(knownContracts(genesisCid), SIMULATIONS_AT_ONCE, async ({ address, name }) => {
    const id = await optional(() => node.read('StateLookupID', (key) => [formatAddress(address, reader.letter), key], zAddressValue));
    if (id === undefined) return [];
    calls.push(id.call);
    return [{ address: formatAddress(id.value, reader.letter), name }];
  });
  return found.flat();
}

/** Simulate Claim: the amount paid, or the exit code of the failure; neither if the endpoint does not serve simulations. */
async function simulateClaim(
  { letter }: ChainReader,
  node: PinnedNode,
  id: bigint,
  wallet: Address,
  calls: CallRef[],
): Promise<Pick<StreamClaims['claims'][number], 'simulated' | 'exitCode'>> {
  const message = messageToJson(
    {
      version: 0,
      to: REWARD_ACTOR,
      from: wallet,
      nonce: 0n,
      value: attoFil(0n),
      gasLimit: BLOCK_GAS_LIMIT,
      gasFeeCap: attoFil(0n),
      gasPremium: attoFil(0n),
      method: CLAIM_METHOD,
      params: encodeBlock(claimParams, { id, wallets: [wallet] }),
    },
    letter,
  );
  const answer = await optional(() => node.read('StateCall', (key) => [message, key], zSimulated, { timeoutMs: SIMULATION_TIMEOUT_MS }));
  if (answer === undefined) return {};
  calls.push(answer.call);
  const { ExitCode: exitCode, Return: returned } = answer.value.MsgRct;
  if (exitCode !== 0) return { exitCode };
  try {
    const [amount] = decodeBlock(claimReturn, returned, 'the return value of Claim').amounts;
    return amount === undefined ? {} : { simulated: amount.toString() };
  } catch (error) {
    // The return value may be malformed: then only the amount from the state is shown.
    if (!(error instanceof DomainError)) throw error;
    return {};
  }
}
