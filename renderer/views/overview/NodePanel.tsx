import type { HeadState, Overview } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { CallLink } from '../../components/CallLink.tsx';
import { CallsContext } from '../../components/calls-context.ts';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { failureWords, type HealthWords } from '../../lib/head-words.ts';

const STATES: Readonly<Record<Exclude<HeadState['status'], 'failed'>, HealthWords>> = {
  connecting: { tone: 'pending', words: 'Connecting' },
  live: { tone: 'success', words: 'Healthy, sends its tipsets' },
  polling: { tone: 'success', words: 'Healthy, asked again and again' },
  stale: { tone: 'warning', words: 'No new tipset' },
};

function sentenceCase({ tone, words }: HealthWords): HealthWords {
  return { tone, words: words.charAt(0).toUpperCase() + words.slice(1) };
}

const EXPECTED_BLOCKS = 5;

interface NodePanelProps {
  readonly head: HeadState | undefined;
  readonly overview: Overview | undefined;
}

/** How the connected node does. */
export function NodePanel({ head, overview }: NodePanelProps) {
  if (head === undefined) {
    return (
      <Panel title="Node health">
        <SkeletonRows rows={5} columns={2} />
      </Panel>
    );
  }
  const state = head.status === 'failed' ? sentenceCase(failureWords(head.problem?.code)) : STATES[head.status];
  const mempool = overview?.mempool;
  return (
    <Panel title="Node health" calls={head.calls.head === undefined ? undefined : [head.calls.head]}>
      <PanelBody>
        <KeyValue
          labelWidthPx={118}
          rows={[
            { label: 'Endpoint', value: <UntrustedText text={head.connectionName} maximumLength={60} /> },
            { label: 'State', value: <StatusText tone={state.tone}>{state.words}</StatusText> },
            head.latencyMs === undefined ? undefined : { label: 'Reply', value: formatLatency(head.latencyMs) },
            { label: 'Blocks an epoch', value: <BlocksAnEpoch head={head} /> },
            mempool === undefined
              ? undefined
              : 'error' in mempool
                ? { label: 'Mempool', value: <span className="t3">{mempool.error.message}</span> }
                : {
                    label: 'Mempool',
                    value: (
                      <CallsContext value={mempool.calls}>
                        <span className="row">
                          <Traced of="MpoolPending">{formatCount(mempool.value.messageCount, 'message')}</Traced>
                          <span className="t3">{gasText(mempool.value.gasLimitTotal)}</span>
                          <CallLink calls={mempool.calls} />
                        </span>
                      </CallsContext>
                    ),
                  },
            head.software === undefined
              ? undefined
              : { label: 'Software', value: <UntrustedText text={head.software} maximumLength={80} />, isWrapped: true },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function BlocksAnEpoch({ head }: { readonly head: HeadState }) {
  const epochCount = head.strip.length;
  if (epochCount === 0) return <>unknown</>;
  const blockCount = head.strip.reduce((sum, entry) => sum + entry.blocks.length, 0);
  const hundredths = Math.round((blockCount * 100) / epochCount);
  return (
    <>
      {(hundredths / 100).toFixed(2)}{' '}
      <span className="t3">
        last {epochCount}, {EXPECTED_BLOCKS} expected
      </span>
    </>
  );
}

/** A sum of gas limits, in billions where it has them: a block holds 10 G. */
function gasText(gas: string): string {
  const total = BigInt(gas);
  return total < 1_000_000_000n ? `${formatInteger(total)} gas` : `${(Number(total / 10_000_000n) / 100).toFixed(2)} G gas`;
}
