/** Invariants of the actors with small states: go-state-types `builtin/v18/{account,cron,init,multisig,reward}/invariants.go`. */
import type { CID } from 'multiformats/cid';
import { accrual, checkStreams } from './check-streams.ts';
import type { Findings } from './findings.ts';
import { address, anything, big, integer, link, list, long, struct, text } from './plain-readers.ts';
import type { PlainState } from './plain-state.ts';
import type { StateRules } from './state-rules.ts';

const FIRST_FREE_ID = 100;
/** Genesis accounts have IDs below the first free one: the verified registry's root key, the reserve. */
const FIRST_ACCOUNT_ID = 80;
const MAX_SIGNERS = 256;
const FIL = 10n ** 18n;
const MINING_ALLOCATION = 1_100_000_000n * FIL;

export function checkAccount(state: PlainState, head: CID, id: number, findings: Findings): string {
  const { key } = state.block(struct({ key: address }), head);
  findings.count('accounts');
  findings.require(id < FIRST_FREE_ID || /^f[13]:/.test(key), 'has no key', key);
  return key;
}

export function checkCron(state: PlainState, head: CID, findings: Findings): void {
  const { entries } = state.block(struct({ entries: list(struct({ receiver: address, method: long })) }), head);
  findings.equal(entries.map(({ receiver }) => receiver).sort(), ['f04', 'f05'], 'called at each epoch');
  for (const { receiver, method } of entries) findings.require(method > 0n, `${receiver} is called without a method`);
}

/** IDs by robust address. */
export function checkInit(state: PlainState, head: CID, ids: ReadonlySet<number>, findings: Findings): ReadonlyMap<string, number> {
  const { addresses, nextId, network } = state.block(struct({ addresses: link, nextId: integer, network: text }), head);
  findings.require(network.length > 0, 'the network has no name');
  findings.require(nextId > Math.max(FIRST_FREE_ID - 1, ...ids), 'the next id is taken', nextId);
  const known = state.mapByAddress(integer, addresses);
  findings.count('addresses', known.size);
  const seen = new Map<string, string>();
  for (const [robust, id] of known) {
    findings.require(!robust.startsWith('f0'), `${robust} is an id`);
    findings.require(id >= FIRST_ACCOUNT_ID && id < nextId, `${robust} has the id`, id);
    findings.require(ids.has(id), `${robust} is no actor`, id);
    // An actor created by others has an f2 address, and may also have an f4 address.
    const kind = `${id} ${robust.startsWith('f2') ? 'f2' : 'key or f4'}`;
    findings.require(!seen.has(kind), `${robust} and ${seen.get(kind)} are both actor ${id}`);
    seen.set(kind, robust);
  }
  return known;
}

export function checkMultisig(state: PlainState, head: CID, findings: Findings): void {
  const multisig = state.block(
    struct({ signers: list(address), threshold: integer, nextId: integer, initial: big, start: integer, duration: integer, pending: link }),
    head,
  );
  const { signers, threshold, nextId, initial, start, duration } = multisig;
  findings.count('multisigs');
  findings.require(signers.length <= MAX_SIGNERS && signers.length >= threshold && threshold > 0, 'threshold', threshold, signers.length);
  findings.equal(new Set(signers).size, signers.length, 'signers that differ');
  for (const signer of signers) findings.require(signer.startsWith('f0'), 'a signer is no id', signer);
  // Version 0 reduced the balance even if it locked nothing.
  findings.require(
    state.layout === 'v0' || duration !== 0 || (start === 0 && initial === 0n),
    'locks something for no time',
    start,
    initial,
  );
  const transaction = struct({ to: address, value: big, method: long, params: anything, approved: list(address) });
  for (const [id, { approved }] of state.mapBySigned(transaction, multisig.pending)) {
    findings.count('pending transactions');
    findings.require(id < nextId && id >= 0, `transaction ${id} is above the next id`, nextId);
    findings.require(
      approved.every((signer) => signers.includes(signer)),
      `transaction ${id} is approved by others`,
      approved,
    );
    findings.equal(new Set(approved).size, approved.length, `approvals of transaction ${id} that differ`);
  }
}

/** Balance that f02 no longer has before network version 29, where it is not read. */
const noStreams = { burned: 0n, explicit: 0n, timelock: 0, swa: '', accrued: [], streams: undefined as never };

export function checkReward(
  state: PlainState,
  head: CID,
  balance: bigint,
  { epoch, isGenesis }: Pick<StateRules, 'epoch' | 'isGenesis'>,
  findings: Findings,
): void {
  const reward = state.block(
    struct(
      {
        cumulativeBaseline: big,
        cumulativeRealized: big,
        effectiveTime: integer,
        effectiveBaseline: big,
        thisEpochReward: big,
        smoothed: anything,
        thisEpochBaseline: big,
        epoch: integer,
        given: big,
        simpleTotal: big,
        baselineTotal: big,
        burned: big,
        explicit: big,
        timelock: integer,
        swa: address,
        accrued: list(accrual),
        streams: link,
      },
      {
        lacks: {
          v0: { simpleTotal: 0n, baselineTotal: 0n, ...noStreams },
          v16: noStreams,
          v19: { simpleTotal: 0n, baselineTotal: 0n },
        },
      },
    ),
    head,
  );
  findings.count('streams', 0);
  const owed = state.layout === 'v19' ? findings.attempt('streams', (inside) => checkStreams(state, reward, epoch, inside)) : 0n;
  findings.require(balance >= (owed ?? 0n), 'owes more than it has', owed, balance);
  findings.require(reward.given + balance >= MINING_ALLOCATION + (owed ?? 0n), 'what was given and what is left', reward.given, balance);
  findings.equal(reward.epoch, isGenesis ? epoch : epoch + 1, 'epoch');
  findings.require(reward.effectiveTime <= reward.epoch, 'effective time', reward.effectiveTime);
  findings.require(
    reward.cumulativeRealized >= 0n && reward.cumulativeRealized <= reward.cumulativeBaseline,
    'realized',
    reward.cumulativeRealized,
  );
  findings.require(isGenesis || reward.effectiveBaseline <= reward.thisEpochBaseline, 'effective baseline', reward.effectiveBaseline);
}
