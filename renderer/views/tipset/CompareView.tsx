import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { TipsetAt, TipsetComparison } from '../../../shared/ipc/schemas/tipset-diff.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, PanelContent, partOf, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { UnverifiedMark } from '../../components/feedback/UnverifiedMark.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { ChangedActorsPanel } from './ChangedActorsPanel.tsx';
import { type FigureRow, Figures } from './Figures.tsx';
import { parseTipsetId, tipsetPath } from './tipset-question.ts';
import { tipsetRoute } from './tipset-route.ts';

/** Changes between two tipsets. */
export function CompareView({ id, against }: { readonly id: string; readonly against: string }) {
  const [, navigate] = useLocation();
  const [one, other] = [parseTipsetId(id), parseTipsetId(against)];
  const query = useQuery(
    `compare ${id} ${against}`,
    (client) => client.tipsetDiff.compareTipsets({ one: one as TipsetAt, other: other as TipsetAt }),
    { isEnabled: one !== undefined && other !== undefined },
  );
  const compared = query.data;
  return (
    <SplitView>
      <PageHead
        title={
          compared === undefined
            ? 'Compare tipsets'
            : `Changes from ${formatInteger(compared.before.height)} to ${formatInteger(compared.after.height)}`
        }
        status={compared === undefined ? undefined : <UnverifiedMark height={compared.after.height} />}
        actions={
          <Button size="small" onClick={() => navigate(tipsetRoute(id))}>
            Close comparison
          </Button>
        }
      />
      <ScrollArea label="Comparison">
        {one === undefined || other === undefined ? (
          <PanelState icon={IconSearchOff} title="Not valid tipsets">
            Open a tipset by its height or by the comma-separated CIDs of its blocks.
          </PanelState>
        ) : (
          <QueryContent query={query} skeleton={<SkeletonRows rows={12} columns={4} />}>
            {(found) => <Comparison compared={found} onRetry={query.refresh} />}
          </QueryContent>
        )}
      </ScrollArea>
    </SplitView>
  );
}

function Comparison({ compared, onRetry }: { readonly compared: TipsetComparison; readonly onRetry: () => void }) {
  const { before, after, path, power, miners } = compared;
  const networkPower = partOf(power);
  const heads = partOf(path);
  return (
    <>
      <Panel title="Network" sub="parent state of each tipset" calls={[before.call, after.call, ...(callsOf(power) ?? [])]} hasRule>
        <PanelBody>
          <Figures
            label="Network figures"
            before={<SideLink side={before} />}
            after={<SideLink side={after} />}
            rows={[
              { label: 'Base fee', kind: 'fee', before: before.baseFee, after: after.baseFee },
              ...(networkPower === undefined
                ? []
                : ([
                    {
                      label: 'Quality-adjusted power',
                      kind: 'bytes',
                      before: networkPower.before.qualityAdjusted,
                      after: networkPower.after.qualityAdjusted,
                    },
                    { label: 'Raw power', kind: 'bytes', before: networkPower.before.rawBytes, after: networkPower.after.rawBytes },
                  ] satisfies FigureRow[])),
            ]}
          />
        </PanelBody>
        {'error' in power ? (
          <PanelContent panel={power} onRetry={onRetry}>
            {() => undefined}
          </PanelContent>
        ) : undefined}
      </Panel>
      <Panel title="Tipsets between" calls={callsOf(path)} hasRule>
        {path === undefined ? (
          <PanelBody>
            <span className="t3">{formatCount(after.height - before.height, 'epoch')} apart. Tipsets are counted up to 120 epochs.</span>
          </PanelBody>
        ) : (
          <PanelContent panel={path} onRetry={onRetry}>
            {() => <PanelBody>{heads === undefined ? undefined : <KeyValue labelWidthPx={128} rows={headRows(heads)} />}</PanelBody>}
          </PanelContent>
        )}
      </Panel>
      {miners.map(({ address, figures }) => (
        <Panel key={address} title={`Miner ${address}`} calls={callsOf(figures)} hasRule>
          <PanelContent panel={figures} onRetry={onRetry}>
            {(value) => (
              <PanelBody>
                <Figures
                  label={`Figures of ${address}`}
                  before="Before"
                  after="After"
                  rows={[
                    {
                      label: 'Quality-adjusted power',
                      kind: 'bytes',
                      before: value.before.qualityAdjusted,
                      after: value.after.qualityAdjusted,
                    },
                    { label: 'Raw power', kind: 'bytes', before: value.before.rawBytes, after: value.after.rawBytes },
                    {
                      label: 'Faulty sectors',
                      kind: 'count',
                      before: value.before.faulty?.toString(),
                      after: value.after.faulty?.toString(),
                    },
                    { label: 'Available balance', kind: 'amount', before: value.before.available, after: value.after.available },
                  ]}
                />
              </PanelBody>
            )}
          </PanelContent>
        </Panel>
      ))}
      <ChangedActorsPanel before={before.key} after={after.key} height={after.height} />
    </>
  );
}

function SideLink({ side }: { readonly side: TipsetComparison['before'] }) {
  return (
    <Link href={tipsetPath(side.key)} className="link">
      {formatInteger(side.height)} <TimeText timeMs={side.timeMs} as="moment" />
    </Link>
  );
}

type Heads = Extract<NonNullable<TipsetComparison['path']>, { value: unknown }>['value'];

function headRows(heads: Heads): readonly ({ readonly label: string; readonly value: ReactNode } | undefined)[] {
  const { messages } = heads;
  return [
    {
      label: 'Tipsets',
      value: (
        <>
          {formatInteger(heads.tipsets)} <span className="t3">with {formatCount(heads.blocks, 'block')}</span>
        </>
      ),
    },
    { label: 'Null rounds', value: formatInteger(heads.nullRounds) },
    heads.revertedTipsets === 0
      ? undefined
      : { label: 'Reverted', value: `${formatCount(heads.revertedTipsets, 'tipset')}; the two are on different forks` },
    {
      label: 'Messages executed',
      value:
        messages === undefined ? (
          <span className="t3">unknown</span>
        ) : (
          <>
            {formatInteger(messages.count)}
            <span className="t3">
              {messages.failed === 0 ? '' : `, ${formatInteger(messages.failed)} failed`}
              {messages.tipsets < heads.tipsets ? `, in the first ${formatCount(messages.tipsets, 'tipset')}` : ''}
            </span>
          </>
        ),
    },
    messages === undefined ? undefined : { label: 'Gas used', value: formatInteger(messages.gasUsed) },
  ];
}
