import { Link } from 'wouter';
import { VESTING_DAYS } from '../../../shared/domain/chain/reward-split.ts';
import type { BlockDetail } from '../../../shared/ipc/schemas/block.ts';
import type { Block } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatInteger, formatShare } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { FeeText } from '../../components/values/FeeText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import type { KeyValueRow } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { rewardSource } from '../../lib/reward-source.ts';
import { CidCheck } from './BlocksPanel.tsx';
import styles from './tipset.module.css';
import { tipsetPath } from './tipset-question.ts';

/** A VRF proof in base64. */
const PROOF_LENGTH = 200;

type Rows = readonly (KeyValueRow | undefined)[];

export function headerRows(block: Block): Rows {
  return [
    { label: 'CID', value: <HashText cid={block.cid} size="whole" hasCopy />, isWrapped: true },
    { label: 'Check', value: <CidCheck isVerified={block.isCidVerified} /> },
    {
      label: 'Miner',
      value: (
        <Link href={`/miners/${encodeURIComponent(block.miner)}`} className="link">
          <AddressText address={block.miner} />
        </Link>
      ),
    },
    { label: 'Epoch', value: <EpochText height={block.height} timeMs={block.timeMs} beside="clock" /> },
    { label: 'Wins', value: <Traced of="ChainGetBlock ElectionProof.WinCount">{formatInteger(block.winCount)}</Traced> },
    {
      label: 'Messages',
      value: block.messageCount === undefined ? <span className="t3">unknown</span> : formatInteger(block.messageCount),
    },
  ];
}

export function beforeRows(block: Block): Rows {
  return [
    { label: 'Base fee', value: <FeeText value={block.parentBaseFee} /> },
    { label: 'Weight', value: formatInteger(block.parentWeight) },
    {
      label: 'Parents',
      isWrapped: true,
      value:
        block.parents.length === 0 ? (
          'none, this is genesis'
        ) : (
          <Link href={tipsetPath(block.parents)} className={styles.parents}>
            {block.parents.map((cid) => (
              <HashText key={cid} cid={cid} size="detail" />
            ))}
          </Link>
        ),
    },
  ];
}

export function rootRows(block: Block): Rows {
  return [
    { label: 'State', value: <HashText cid={block.parentStateRoot} size="detail" hasCopy /> },
    { label: 'Receipts', value: <HashText cid={block.parentMessageReceipts} size="detail" hasCopy /> },
    { label: 'Messages', value: <HashText cid={block.messages} size="detail" hasCopy /> },
  ];
}

/** @param detail undefined while loading */
export function proofRows(block: Block, detail: BlockDetail | undefined): Rows {
  const proof = (label: string, text: string | undefined): KeyValueRow => ({
    label,
    isWrapped: true,
    value:
      text === undefined || text === '' ? (
        <span className="t3">none</span>
      ) : (
        <UntrustedText text={text} maximumLength={PROOF_LENGTH} isMono />
      ),
  });
  if (detail === undefined) return [proof('Ticket', block.ticket)];
  const { beaconEntries, winPoStProofs } = detail;
  return [
    proof('Ticket', block.ticket),
    proof('Election', detail.electionProof),
    {
      label: 'Beacon',
      isWrapped: true,
      value:
        beaconEntries.length === 0 ? (
          <span className="t3">none since the parent tipset</span>
        ) : (
          <>
            {formatCount(beaconEntries.length, 'drand round')}:{' '}
            {beaconEntries
              .slice(0, 6)
              .map(({ round }) => formatInteger(round))
              .join(', ')}
            {beaconEntries.length > 6 ? ' …' : ''}
          </>
        ),
    },
    {
      label: 'Winning PoSt',
      isWrapped: true,
      value:
        winPoStProofs.length === 0 ? (
          <span className="t3">none</span>
        ) : (
          winPoStProofs
            .slice(0, 4)
            .map(({ kind, sizeBytes }) => `${kind}, ${formatCount(sizeBytes, 'byte')}`)
            .join('; ')
        ),
    },
    {
      label: 'Signature',
      value: detail.signature === undefined ? <span className="t3">none</span> : `${signatureWords(detail.signature)} worker key`,
    },
    {
      label: 'Aggregate',
      value:
        detail.blsAggregate === undefined ? (
          <span className="t3">none</span>
        ) : (
          `${signatureWords(detail.blsAggregate)}, for its BLS messages`
        ),
    },
    { label: 'Fork signal', value: formatInteger(detail.forkSignaling) },
  ];
}

function signatureWords(type: string): string {
  return type === 'bls' ? 'BLS' : type;
}

type Reward = Extract<NonNullable<BlockDetail['reward']>, { value: unknown }>['value'];

const STATE = ['StateRewardDistribution Totals.MintedReward', 'StateReadState State.ThisEpochReward'];

/** The block reward with its parts, then the miner's receipts with their vesting. */
export function rewardRows(reward: Reward): Rows {
  const amount = (value: string) => <AmountText value={value} />;
  const { way, streams, received } = reward;
  const explicit = streams.filter(({ distribution }) => distribution !== undefined);
  const burnedByStreams = explicit.reduce((sum, { distribution }) => sum + BigInt(distribution?.burned ?? 0), 0n);
  const unassigned = BigInt(reward.burned) - burnedByStreams;
  return [
    { label: way === 'expected' ? 'Expected reward' : 'Block reward', value: <Traced of={STATE}>{amount(reward.minted)}</Traced> },
    {
      label: 'Miner’s part',
      depth: 1,
      isWrapped: true,
      value: (
        <>
          {amount(reward.miner)}{' '}
          {way === 'whole' ? undefined : <span className="t3">{formatShare(BigInt(reward.miner), BigInt(reward.minted), 2)}</span>}
        </>
      ),
    },
    ...explicit.flatMap((stream) => streamRows(stream, reward.minted)),
    unassigned === 0n
      ? undefined
      : {
          label: 'Burned',
          depth: 1,
          isWrapped: true,
          value: (
            <>
              {amount(unassigned.toString())} <span className="t3">not assigned to a stream</span>
            </>
          ),
        },
    ...(received === undefined
      ? [{ label: 'Tips', value: <span className="t3">known once executed</span> }]
      : [
          { label: 'Tips', value: amount(received.tips) },
          {
            label: 'To the miner',
            isWrapped: true,
            value: (
              <>
                {amount(received.total)}{' '}
                {reward.minerPaid === undefined ? (
                  <span className="t3">miner’s part and tips</span>
                ) : (
                  <span className="warn">less than its part and tips: a payment failed and was burned</span>
                )}
              </>
            ),
          },
          { label: 'Available now', depth: 1 as const, value: amount((BigInt(received.total) - BigInt(received.vesting)).toString()) },
          { label: `Vests, ${VESTING_DAYS} d`, depth: 1 as const, value: amount(received.vesting) },
          received.penalty === '0' ? undefined : { label: 'Penalty', value: <AmountText value={`-${received.penalty}`} /> },
        ]),
    { label: 'Source', isWrapped: true, value: rewardSource(reward) },
  ];
}

/** A stream other than the miners', with one line per recipient and its burned part. */
function streamRows({ id, amount, distribution }: Reward['streams'][number], minted: string): (KeyValueRow | undefined)[] {
  const burned = distribution?.burned ?? '0';
  const recipients = distribution?.recipients;
  return [
    {
      label: `Stream ${id}`,
      depth: 1,
      isWrapped: true,
      value: (
        <>
          <AmountText value={amount} /> <span className="t3">{formatShare(BigInt(amount), BigInt(minted), 2)}</span>
        </>
      ),
    },
    recipients === undefined
      ? {
          label: 'Recipients',
          id: `recipients ${id}`,
          depth: 2,
          value: <AmountText value={(BigInt(amount) - BigInt(burned)).toString()} />,
        }
      : undefined,
    ...(recipients ?? []).map(({ recipient, amount: earned }, index) => ({
      label: `Recipient ${id}.${index + 1}`,
      depth: 2 as const,
      isWrapped: true,
      value: (
        <>
          <AmountText value={earned} /> <AddressText address={recipient} />
        </>
      ),
    })),
    burned === '0'
      ? undefined
      : {
          label: 'Burned',
          id: `burned ${id}`,
          depth: 2,
          isWrapped: true,
          value: (
            <>
              <AmountText value={burned} /> <span className="t3">unassigned shares</span>
            </>
          ),
        },
  ];
}
