import { Link } from 'wouter';
import type { LastBlock } from '../../../shared/ipc/schemas/block-reward.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { callsOf } from '../../components/feedback/QueryContent.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { EpochText } from '../../components/values/EpochText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { rewardSource, rewardSourceInShort } from '../../lib/reward-source.ts';

const ORIGINS = ['StateRewardDistribution Totals.MinerReward', 'StateReadState State.ThisEpochReward'];

/** The latest block the miner won and its reward. */
export function LastBlockText({ address }: { readonly address: string }) {
  const { data, error } = useQuery(`last block of ${address}`, (client) => client.miners.getLastBlock({ address }), { refreshOn: 'head' });
  if (data === undefined) return error === undefined ? <span className="t3">reading</span> : <NotAvailable text={error.message} />;
  const { block, sinceEpoch } = data;
  if (block === undefined) return <span className="t3">none since epoch {formatInteger(sinceEpoch)}</span>;
  return (
    <>
      <Link href={`/tipsets/block/${encodeURIComponent(block.cid)}`} className="link">
        <EpochText height={block.height} timeMs={block.timeMs} />
      </Link>
      , <RewardText reward={block.reward} />
    </>
  );
}

function RewardText({ reward }: { readonly reward: NonNullable<LastBlock['block']>['reward'] }) {
  if ('error' in reward) return <NotAvailable text={reward.error.message} />;
  const { value } = reward;
  const { minted, miner, explicit, burned, way } = value;
  return (
    <CallsContext value={callsOf(reward) ?? []}>
      <Traced of={ORIGINS}>
        <AmountText value={miner} places={4} />
      </Traced>{' '}
      <span className="t3" title={rewardSource(value)}>
        {way === 'whole' || miner === minted ? (
          'block reward'
        ) : (
          <>
            miner’s part of <AmountText value={minted} places={4} />
            <Part name="recipients" value={explicit} />
            <Part name="burned" value={burned} />
          </>
        )}
        ; {rewardSourceInShort(value)}
      </span>
    </CallsContext>
  );
}

function Part({ name, value }: { readonly name: string; readonly value: string }) {
  if (value === '0') return undefined;
  return (
    <>
      , {name} <AmountText value={value} places={4} />
    </>
  );
}

function NotAvailable({ text }: { readonly text: string }) {
  return (
    <span className="t3">
      reward unknown: <UntrustedText text={text} maximumLength={200} />
    </span>
  );
}
