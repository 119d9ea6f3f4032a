import { Link } from 'wouter';
import { sealingCount } from '../../../shared/domain/sectors/sector-state.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { WAITING_STAGES } from '../../lib/waiting-stages.ts';

/** All work in progress. */
export function InFlightPanel({ miners }: { readonly miners: readonly OwnMiner[] | undefined }) {
  const journal = useTopic('messages.journalChanged');
  const reads = useTopic('state.readProgressed');
  const diffs = useTopic('tipsetDiff.readProgressed');
  const passports = useTopic('connections.passportsChanged');
  const callCount = useTopic('inspector.changed', (state) => state?.inFlightCount);
  const messages = (journal ?? []).filter(({ stage }) => WAITING_STAGES.has(stage));
  const kept = messages.filter(({ isHeld }) => isHeld).length;
  const running = (reads ?? []).filter(({ state }) => state === 'running');
  const comparing = (diffs ?? []).filter(({ state }) => state === 'running');
  const examined = (passports ?? []).filter(({ finishedAtMs, verdict }) => finishedAtMs === undefined && verdict === 'running');
  const sealing = miners?.filter(({ standing }) => standing?.sealing !== undefined) ?? [];
  const sectors = sealing.reduce((sum, { standing }) => sum + sealingCount(standing?.sealing ?? {}), 0);
  return (
    <Panel title="In progress">
      <PanelBody>
        <KeyValue
          labelWidthPx={118}
          rows={[
            {
              label: 'Messages',
              value: (
                <Link href="/journal" className={messages.length === 0 ? 't3' : 'link'}>
                  {messages.length === 0
                    ? 'none'
                    : `${formatCount(messages.length, 'message')} not final${kept === 0 ? '' : `, ${kept} held`}`}
                </Link>
              ),
            },
            {
              label: 'Sealing',
              value:
                sealing.length === 0 ? (
                  <span className="t3">no storage-miner API connected</span>
                ) : (
                  <Link href="/sealing" className={sectors === 0 ? 't3' : 'link'}>
                    {sectors === 0 ? 'none' : formatCount(sectors, 'sector')}
                  </Link>
                ),
            },
            ...(running.length === 0
              ? [{ label: 'State reads', value: <span className="t3">none</span> }]
              : running.map((read, index) => ({
                  label: index === 0 ? 'State reads' : `Read ${index + 1}`,
                  value: (
                    <Link href={`/miners/${encodeURIComponent(read.address)}?source=state`} className="link">
                      <UntrustedText text={`${read.address}: ${read.phase}`} maximumLength={80} />
                    </Link>
                  ),
                }))),
            ...comparing.map(({ readId, before, after }) => ({
              label: `Comparison ${readId}`,
              value: (
                <Link
                  href={`/tipsets/${encodeURIComponent(after.join(','))}?against=${encodeURIComponent(before.join(','))}`}
                  className="link"
                >
                  changed actors
                </Link>
              ),
            })),
            {
              label: 'Passports',
              value:
                examined.length === 0 ? (
                  <span className="t3">none</span>
                ) : (
                  <Link href="/endpoints" className="link">
                    <UntrustedText text={examined.map(({ connectionName }) => connectionName).join(', ')} maximumLength={80} />
                  </Link>
                ),
            },
            {
              label: 'Calls',
              value: (
                <Link href="/inspector" className={callCount === undefined || callCount === 0 ? 't3' : 'link'}>
                  {callCount === undefined || callCount === 0 ? 'none' : formatCount(callCount, 'call')}
                </Link>
              ),
            },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
