import { Link } from 'wouter';
import type { BlockDetail } from '../../../shared/ipc/schemas/block.ts';
import type { Block } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { FeeText } from '../../components/FeeText.tsx';
import { HashText } from '../../components/HashText.tsx';
import type { KeyValueRow } from '../../components/KeyValue.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
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
      value: block.messageCount === undefined ? <span className="t3">not told</span> : formatInteger(block.messageCount),
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

/** @param detail undefined while it is being asked for */
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
          <span className="t3">none new since its parents</span>
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
      label: 'Signed by',
      value: detail.signature === undefined ? <span className="t3">nobody</span> : `${signatureWords(detail.signature)} key of the miner`,
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

export function rewardRows(reward: Reward): Rows {
  return [
    {
      label: 'For its wins',
      value: (
        <Traced of="StateReadState State.ThisEpochReward">
          <AmountText value={reward.forWins} />
        </Traced>
      ),
    },
    { label: 'Tips', value: <AmountText value={reward.tips} /> },
    { label: 'Together', value: <AmountText value={reward.total} /> },
    reward.penalty === '0' ? undefined : { label: 'Penalty', value: <AmountText value={`-${reward.penalty}`} /> },
    reward.isExact
      ? undefined
      : {
          label: 'Exact',
          isWrapped: true,
          value: 'The part for wins is not: null rounds before it moved the reward of the epoch a little.',
        },
  ];
}
