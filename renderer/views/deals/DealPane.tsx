import { IconServer2 } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { DealRow } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { ExternalLink } from '../../components/ExternalLink.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Note } from '../../components/Note.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Timeline } from '../../components/Timeline.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { dealLife, dealState } from './deal-life.ts';
import { toneOfDeal } from './deal-tone.ts';
import { cidCheckerPage } from './third-party.ts';
import { useActiveConnection } from './use-active-connection.ts';

interface DealPaneProps {
  readonly deal: DealRow;
  readonly headEpoch: number;
  readonly calls: readonly CallRef[];
  readonly onClose: () => void;
}

/** One deal: what was agreed, and its life. */
export function DealPane({ deal, headEpoch, calls, onClose }: DealPaneProps) {
  const [, navigate] = useLocation();
  const state = dealState(deal.state);
  const checker = cidCheckerPage(useActiveConnection()?.cidCheckerUrl, deal.pieceCid);
  return (
    <DetailPane
      title={`Deal ${deal.dealId}`}
      sub={
        <span className="row g6">
          <StatusText tone={toneOfDeal(deal.state)}>{state.label}</StatusText>
          <span>{deal.isVerified ? 'verified' : 'not verified'}</span>
        </span>
      }
      onClose={onClose}
      footer={
        <>
          <Button icon={IconServer2} onClick={() => navigate(`/miners/${encodeURIComponent(deal.provider)}`)}>
            Open the provider
          </Button>
          <CopyButton text={JSON.stringify(deal, undefined, 2)} label="Copy as JSON" hasLabel />
        </>
      }
    >
      {deal.state === 'published' || deal.state === 'slashed' || deal.state === 'missed-start' ? (
        <Note tone={deal.state === 'slashed' ? 'danger' : 'warning'} title={state.label}>
          {state.meaning}
        </Note>
      ) : undefined}
      <DetailSection title="Agreed" calls={calls}>
        <KeyValue
          labelWidthPx={96}
          rows={[
            {
              label: 'Piece',
              value: (
                <Traced of="StateMarketStorageDeal Proposal.PieceCID" isInCell>
                  <HashText cid={deal.pieceCid} size="detail" hasCopy />
                </Traced>
              ),
            },
            checker === undefined
              ? undefined
              : {
                  label: 'CID checker',
                  value: (
                    <ExternalLink
                      url={checker.url}
                      hint={`Opens the page about this piece in your browser: ${checker.host} learns which piece you look up.`}
                    >
                      {checker.host}, a third party
                    </ExternalLink>
                  ),
                },
            {
              label: 'Size',
              value: <Traced of="StateMarketStorageDeal Proposal.PieceSize">{formatBytes(deal.pieceSizeBytes)} padded</Traced>,
            },
            {
              label: 'Label',
              value:
                deal.label === '' ? (
                  <span className="t3">none</span>
                ) : (
                  <Traced of="StateMarketStorageDeal Proposal.Label">
                    <UntrustedText text={deal.label} maximumLength={200} />
                  </Traced>
                ),
              isWrapped: true,
            },
            { label: 'Client', value: <AddressText address={deal.client} hasCopy /> },
            { label: 'Provider', value: <AddressText address={deal.provider} hasCopy /> },
            {
              label: 'Sector',
              value:
                deal.sectorNumber === undefined ? (
                  <span className="t3">none yet</span>
                ) : (
                  <Traced of="StateMarketStorageDeal State.SectorNumber">{formatInteger(deal.sectorNumber)}</Traced>
                ),
            },
          ]}
        />
      </DetailSection>
      <DetailSection title="Life">
        <Timeline
          label="Life of the deal"
          steps={dealLife(deal, headEpoch).map((step) => ({
            key: step.title,
            title: step.title,
            note: step.note,
            at: step.epoch === undefined ? undefined : formatInteger(step.epoch),
            status: step.status,
          }))}
        />
      </DetailSection>
      <DetailSection title="Money" calls={calls}>
        <KeyValue
          labelWidthPx={128}
          rows={[
            {
              label: 'Price per epoch',
              value: (
                <Traced of="StateMarketStorageDeal Proposal.StoragePricePerEpoch">
                  <AmountText value={deal.pricePerEpoch} unit="nanoFIL" />
                </Traced>
              ),
            },
            {
              label: 'Provider collateral',
              value: (
                <Traced of="StateMarketStorageDeal Proposal.ProviderCollateral">
                  <AmountText value={deal.providerCollateral} />
                </Traced>
              ),
            },
            {
              label: 'Client collateral',
              value: (
                <Traced of="StateMarketStorageDeal Proposal.ClientCollateral">
                  <AmountText value={deal.clientCollateral} />
                </Traced>
              ),
            },
          ]}
        />
      </DetailSection>
    </DetailPane>
  );
}
