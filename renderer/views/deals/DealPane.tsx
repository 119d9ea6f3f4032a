import { IconFileSearch, IconServer2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { Deal, DealRow } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { ExternalLink } from '../../components/values/ExternalLink.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { Timeline } from '../../components/values/Timeline.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useDataCapFreeze } from '../../hooks/use-datacap-freeze.ts';
import { useUnverifiedNote } from '../../hooks/use-network-version.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import type { Origin } from '../../lib/origin.ts';
import { formatDate } from '../../lib/shown-time.ts';
import { DealMoneySection } from './DealMoneySection.tsx';
import { DealOrigin } from './DealOrigin.tsx';
import { DealSectorSection } from './DealSectorSection.tsx';
import { dealTimeline } from './deal-timeline.ts';
import { dealKind, dealState, dealTitle } from './deal-words.ts';
import styles from './deals.module.css';
import { TwoKinds } from './TwoKinds.tsx';
import { cidCheckerPage } from './third-party.ts';
import { useActiveConnection } from './use-active-connection.ts';
import { useLookUpSources } from './use-look-up-sources.ts';

interface DealPaneProps {
  readonly deal: Deal;
  /** The pinned epoch; absent while the screen follows the head. */
  readonly at?: number | undefined;
  /** Badge of a failed refresh; undefined while the data is current. */
  readonly stale?: ReactNode;
  readonly onClose: () => void;
}

/** One deal, claim or allocation: terms, timeline, sector and payment. */
export function DealPane({ deal, at, stale, onClose }: DealPaneProps) {
  const { row, calls, pinned } = deal;
  const [, navigate] = useLocation();
  const delaySeconds = useTopic('chain.headChanged', (head) => head?.blockDelaySeconds) ?? 30;
  const freeze = useDataCapFreeze(pinned.height);
  const note = useUnverifiedNote(pinned.height);
  const state = dealState(row.state, freeze);
  const isDeal = row.kind === 'f05';
  const checker = cidCheckerPage(useActiveConnection()?.cidCheckerUrl, row.pieceCid);
  const hasLookUp = (useLookUpSources() ?? []).length > 0;
  const miner = `/miners/${encodeURIComponent(row.provider)}`;
  const retrieval = retrievalOf(row);
  const hasSentence = row.state !== 'proving' && row.state !== 'expired';
  const origin = (path: string, otherPath: string): Origin =>
    isDeal ? `StateMarketStorageDeal ${path}` : `${row.kind === 'ddo' ? 'StateGetClaim' : 'StateGetAllocation'} ${otherPath}`;
  return (
    <DetailPane
      title={dealTitle(row)}
      sub={`${deal.beside === undefined ? dealKind(row.kind).sub : 'Claim of an f05 deal, verified'}${isDeal ? (row.isVerified ? ', verified' : ', not verified') : ''}`}
      actions={<StatusText tone={state.tone}>{state.label}</StatusText>}
      onClose={onClose}
      footer={
        <>
          {row.sectorNumber === undefined ? (
            <Button icon={IconServer2} onClick={() => navigate(miner)}>
              Open provider
            </Button>
          ) : (
            <Button icon={IconServer2} onClick={() => navigate(`${miner}?sector=${row.sectorNumber}`)}>
              Open sector
            </Button>
          )}
          {retrieval === undefined ? undefined : (
            <Button
              icon={IconFileSearch}
              hint="Check whether the data can be retrieved"
              onClick={() => navigate(`/sealing/retrieval?ask=${encodeURIComponent(retrieval)}`)}
            >
              Retrieval
            </Button>
          )}
          <CopyButton text={JSON.stringify({ note, ...deal }, undefined, 2)} label="Copy as JSON" hasLabel />
        </>
      }
    >
      {stale === undefined ? undefined : <div className="pad">{stale}</div>}
      {deal.dataset === undefined ? undefined : (
        <Note tone="info" title="From the dataset">
          Not on the node at this tipset. As of epoch {formatInteger(deal.dataset.epoch)},{' '}
          <TimeText timeMs={deal.dataset.writtenAtMs ?? deal.dataset.timeMs} />. Sector health unknown.
        </Note>
      )}
      {hasSentence ? (
        <Note tone={state.tone === 'neutral' ? 'info' : state.tone} title={state.label}>
          {state.meaning}
        </Note>
      ) : undefined}
      <DetailSection title="Terms" calls={calls}>
        <KeyValue
          labelWidthPx={88}
          rows={[
            {
              label: 'Piece',
              value: (
                <Traced of={origin('Proposal.PieceCID', 'Data')} isInCell>
                  <HashText cid={row.pieceCid} size="detail" hasCopy />
                </Traced>
              ),
            },
            hasLookUp
              ? {
                  label: 'Replicas',
                  value: (
                    <Link href={`/deals/look-up-${row.pieceCid}`} className="link">
                      Look up this piece
                    </Link>
                  ),
                }
              : checker === undefined
                ? undefined
                : {
                    label: 'CID checker',
                    value: (
                      <ExternalLink
                        url={checker.url}
                        hint={`Opens ${checker.host} in your browser. The site learns which piece you look up.`}
                      >
                        {checker.host} (third party)
                      </ExternalLink>
                    ),
                  },
            { label: 'Size', value: <Traced of={origin('Proposal.PieceSize', 'Size')}>{formatBytes(row.pieceSizeBytes)} padded</Traced> },
            row.label === undefined
              ? undefined
              : {
                  label: 'Label',
                  value:
                    row.label === '' ? (
                      <span className="t3">none, or not text</span>
                    ) : (
                      <Traced of="StateMarketStorageDeal Proposal.Label">
                        <UntrustedText text={row.label} maximumLength={200} />
                      </Traced>
                    ),
                  isWrapped: true,
                },
            { label: 'Client', value: <AddressText address={row.client} hasCopy isLink /> },
            { label: 'Provider', value: <AddressText address={row.provider} hasCopy isLink /> },
            deal.beside === undefined
              ? undefined
              : {
                  label: 'Deal',
                  value: (
                    <Link href={`/deals/${deal.beside.key}`} className="link">
                      {deal.beside.id}
                    </Link>
                  ),
                },
            row.claimId === undefined ? undefined : { label: 'Claim', value: row.claimId },
            deal.agreed?.pendingProposalCid === undefined
              ? undefined
              : {
                  label: 'Proposal',
                  value: (
                    <span title="Proposal CID, which the market actor drops when the deal starts. Computed locally.">
                      <HashText cid={deal.agreed.pendingProposalCid} size="detail" hasCopy />
                    </span>
                  ),
                },
          ]}
        />
        {row.kind === 'ddo' && deal.beside === undefined ? (
          <p className={`${styles.after} t3 s12`}>No f05 deal at this tipset: onboarded directly, or the deal was settled and removed.</p>
        ) : undefined}
      </DetailSection>
      <DetailSection title="Timeline" calls={calls}>
        <Timeline
          label="Deal timeline"
          steps={dealTimeline(deal, freeze).map((step) => ({
            key: step.title,
            title: step.title,
            note: step.note,
            at: step.epoch === undefined ? undefined : formatInteger(step.epoch),
            atNote: step.epoch === undefined ? undefined : formatDate(pinned.timeMs + (step.epoch - pinned.height) * delaySeconds * 1000),
            status: step.status,
          }))}
        />
        <div className={styles.after}>
          <DealOrigin dealKey={row.key} kind={row.kind} at={at} />
        </div>
      </DetailSection>
      <DealSectorSection
        sector={deal.sector}
        provider={row.provider}
        number={row.sectorNumber}
        startEpoch={deal.agreed?.sectorStartEpoch}
      />
      <DealMoneySection deal={deal} />
      {deal.counterpart === undefined ? undefined : <TwoKinds deal={deal} other={deal.counterpart} />}
    </DetailPane>
  );
}

/** Query of the retrieval check: a deal by ID, a claim by sector. An allocation has no data yet. */
function retrievalOf({ kind, id, provider, sectorNumber }: DealRow): string | undefined {
  if (kind === 'f05') return `deal ${id}`;
  return sectorNumber === undefined ? undefined : `${provider}/${sectorNumber}`;
}
