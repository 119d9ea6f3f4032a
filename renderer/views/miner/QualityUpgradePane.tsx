import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { type MinerAt, sectorsKey } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { QualityUpgrade } from '../../../shared/ipc/schemas/quality-upgrade.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { callsOf, PanelContent, partOf } from '../../components/feedback/QueryContent.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { KeyValue, type KeyValueRow } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { upgradeQualityDraft } from './miner-drafts.ts';
import { SectorMessagePane } from './SectorMessagePane.tsx';
import { useSectorChoice } from './use-sector-choice.ts';

interface QualityUpgradePaneProps {
  readonly where: MinerAt;
  /** Filter for the sectors if none are selected; empty for all. */
  readonly filter: string;
  readonly miner: Miner;
  /** Changes whenever other sectors are read. */
  readonly revision: string;
  readonly onClose: () => void;
}

const CONDITIONS =
  'Upgrades all of these sectors or none. Each must be active and not expired. The available balance (net of fee debt) must cover the added pledge; the message also repays any fee debt. This cannot be undone.';

/** Pledge and income of raising sectors to full quality, and the message for it. */
export function QualityUpgradePane({ where, filter, miner, revision, onClose }: QualityUpgradePaneProps) {
  const choice = useSectorChoice(where.address, filter);
  const query = useQuery(
    `quality upgrade of ${sectorsKey(where)} ${choice.key}`,
    (client) => client.miners.planQualityUpgrade({ ...where, ...choice.input }),
    { revision },
  );
  return (
    <SectorMessagePane
      title="Upgrade quality"
      choice={choice}
      where={where}
      info={miner.info}
      roles={['Worker', 'Owner', 'Control']}
      query={query}
      countOf={({ inMessage }) => inMessage}
      draftOf={({ declarations }, signer) => upgradeQualityDraft(where.address, signer, declarations)}
      conditions={CONDITIONS}
      onClose={onClose}
    >
      {(value) => (
        <>
          <DetailSection title="Sectors">
            <KeyValue labelWidthPx={132} rows={sectorRows(value)} />
            {value.inMessage < value.upgradable ? (
              <p className="t3 s12">
                One message takes {formatInteger(value.inMessage)} sectors. After it is executed, open this pane again for the rest.
              </p>
            ) : undefined}
          </DetailSection>
          {value.inMessage === 0 ? undefined : (
            <>
              <DetailSection title="Power" calls={value.calls}>
                <KeyValue labelWidthPx={132} rows={powerRows(value)} />
              </DetailSection>
              <Pledge pledge={value.pledge} />
              <Income {...value} />
            </>
          )}
        </>
      )}
    </SectorMessagePane>
  );
}

function sectorRows({ matching, upgradable, alreadyFull, notActive, expiring, inMessage }: QualityUpgrade): (KeyValueRow | undefined)[] {
  return [
    { label: 'Selected', value: formatInteger(matching) },
    { label: 'Upgradable', value: <b>{formatInteger(upgradable)}</b> },
    { label: 'Already at 10×', value: formatInteger(alreadyFull) },
    { label: 'Not active', value: formatInteger(notActive) },
    expiring === 0 ? undefined : { label: 'Expiring within a day', value: formatInteger(expiring) },
    inMessage === upgradable ? undefined : { label: 'In this message', value: formatInteger(inMessage) },
  ];
}

function powerRows({ power }: QualityUpgrade): KeyValueRow[] {
  const bytes = (text: string) => formatBytes(BigInt(text), { maximumPlaces: 2 });
  const added = BigInt(power.after) - BigInt(power.now);
  return [
    { label: 'Now', value: `${bytes(power.now)} quality adjusted` },
    { label: 'After', value: `${bytes(power.after)} quality adjusted` },
    { label: 'Added', value: <b>{bytes(added.toString())}</b> },
  ];
}

function Pledge({ pledge }: { readonly pledge: QualityUpgrade['pledge'] }) {
  return (
    <DetailSection title="Pledge" calls={callsOf(pledge)}>
      <PanelContent panel={pledge}>
        {({ perSector, now, after, available }) => {
          const added = BigInt(after) - BigInt(now);
          const missing = available === undefined ? 0n : added - BigInt(available);
          return (
            <>
              {missing > 0n ? (
                <Note tone="danger" title="Not enough available balance">
                  Send <AmountText value={missing.toString()} places={4} /> to the miner first, or select fewer sectors.
                </Note>
              ) : undefined}
              <KeyValue
                labelWidthPx={132}
                rows={[
                  { label: 'Now', value: <AmountText value={now} places={4} /> },
                  {
                    label: 'After, at most',
                    value: (
                      <Traced of="StateMinerInitialPledgeForSector">
                        <AmountText value={after} places={4} />
                      </Traced>
                    ),
                  },
                  { label: 'Added, at most', value: <AmountText value={added.toString()} places={4} /> },
                  { label: 'Per sector', value: <AmountText value={perSector} places={6} /> },
                  available === undefined ? undefined : { label: 'Available', value: <AmountText value={available} places={4} /> },
                ]}
              />
              <p className="t3 s12">Lotus adds 10% to this estimate. A sector whose pledge is already higher keeps it.</p>
            </>
          );
        }}
      </PanelContent>
    </DetailSection>
  );
}

/** What the added power earns and costs a day. */
function Income({ income, fee }: Pick<QualityUpgrade, 'income' | 'fee'>) {
  const earned = addedOf(income);
  const paid = addedOf(fee);
  const amount = (value: bigint) => <AmountText value={value.toString()} places={4} />;
  return (
    <DetailSection title="Added per day" calls={[...(callsOf(income) ?? []), ...(callsOf(fee) ?? [])]}>
      <PanelContent panel={income}>{() => undefined}</PanelContent>
      <PanelContent panel={fee}>{() => undefined}</PanelContent>
      <KeyValue
        labelWidthPx={132}
        rows={[
          earned === undefined
            ? undefined
            : {
                label: 'Expected income',
                value: (
                  <Traced of={['StateReadState State.ThisEpochReward', 'StateMinerPower TotalPower.QualityAdjPower']}>
                    {amount(earned)}
                  </Traced>
                ),
              },
          paid === undefined ? undefined : { label: 'Daily fee', value: amount(-paid) },
          earned === undefined || paid === undefined ? undefined : { label: 'Net income', value: <b>{amount(earned - paid)}</b> },
        ]}
      />
      <p className="t3 s12">
        Income is the miner's part at the current reward and at the network power including the added power. The daily fee is proportional
        to the power, and sectors without one get one. Fault and termination fees also rise with the power.
      </p>
    </DetailSection>
  );
}

function addedOf(panel: QualityUpgrade['income'] | QualityUpgrade['fee']): bigint | undefined {
  const value = partOf(panel);
  return value === undefined ? undefined : BigInt(value.after) - BigInt(value.now);
}
