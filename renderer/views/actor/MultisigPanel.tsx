import { IconRefresh, IconUsers } from '@tabler/icons-react';
import { defined } from '../../../shared/collections/defined.ts';
import type { Multisig, MultisigSigner } from '../../../shared/ipc/schemas/actors.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, PanelContent, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import type { Pin } from '../../hooks/use-pin.ts';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './actor.module.css';
import { typeName } from './actor-words.ts';
import { ProposalItem } from './ProposalItem.tsx';
import { ProposeButton } from './ProposeButton.tsx';

interface MultisigPanelProps {
  readonly address: string;
  /** CID of its state; a new one makes the panel read again. */
  readonly head: string;
  readonly pin: Pin;
}

/** Signers, vesting and pending transactions of a multisig. */
export function MultisigPanel({ address, head, pin: { at } }: MultisigPanelProps) {
  const query = useQuery(`multisig ${address} ${head} ${at ?? ''}`, (client) => client.actors.getMultisig({ address, ...defined({ at }) }));
  const multisig = query.data;
  return (
    <>
      <Panel
        title="Signers"
        sub={
          multisig === undefined
            ? undefined
            : `${formatInteger(multisig.threshold)} of ${formatInteger(multisig.signerCount)} approvals required, as of epoch ${formatInteger(multisig.pinned.height)}`
        }
        calls={multisig?.calls}
        hasRule
        actions={
          <>
            {multisig === undefined ? undefined : <ProposeButton multisig={multisig} address={address} />}
            <Button kind="quiet" size="small" icon={IconRefresh} isIconOnly onClick={query.refresh}>
              Refresh multisig
            </Button>
          </>
        }
      >
        <QueryContent query={query} skeleton={<SkeletonRows rows={4} columns={4} />}>
          {(read) => (
            <>
              <PanelBody>
                <Vesting multisig={read} />
              </PanelBody>
              <div className={styles.table}>
                <DataTable
                  label="Signers"
                  unit={['signer', 'signers']}
                  columns={SIGNER_COLUMNS}
                  rows={read.signers}
                  rowKey={({ address: signer }) => signer}
                  copyText={({ robustAddress, address: signer }) => robustAddress ?? signer}
                  total={read.signerCount}
                  hasFooter
                  exportName={`signers-${address}`}
                />
              </div>
            </>
          )}
        </QueryContent>
      </Panel>
      {multisig === undefined ? undefined : (
        <Panel title="Pending transactions" sub={pendingCount(multisig)} calls={callsOf(multisig.proposals)} hasRule>
          <PanelContent panel={multisig.proposals} onRetry={query.refresh}>
            {({ proposals, omittedCount }) =>
              proposals.length === 0 ? (
                <PanelState icon={IconUsers} title="No pending transactions" />
              ) : (
                <>
                  {proposals.map((proposal) => (
                    <ProposalItem
                      key={`${proposal.id} ${proposal.proposalHash}`}
                      proposal={proposal}
                      multisig={multisig}
                      address={address}
                    />
                  ))}
                  {omittedCount === 0 ? undefined : (
                    <p className={styles.proposal}>{formatCount(omittedCount, 'older transaction')} not shown.</p>
                  )}
                </>
              )
            }
          </PanelContent>
        </Panel>
      )}
    </>
  );
}

function pendingCount({ proposals }: Multisig): string | undefined {
  if ('error' in proposals) return undefined;
  const count = proposals.value.proposals.length + proposals.value.omittedCount;
  return count === 0 ? undefined : formatInteger(count);
}

function Vesting({ multisig: { available, vesting, source } }: { readonly multisig: Multisig }) {
  const of = (field: string): string => (source === 'node' ? `StateReadState ${field}` : 'ChainReadObj');
  return (
    <KeyValue
      labelWidthPx={112}
      rows={[
        {
          label: 'Available',
          value: <AmountText value={available} />,
        },
        vesting === undefined
          ? { label: 'Locked', value: <span className="t3">none</span> }
          : {
              label: 'Locked',
              isWrapped: true,
              value: (
                <>
                  <AmountText value={vesting.locked} />{' '}
                  <span className="t3">
                    of{' '}
                    <Traced of={of('State.InitialBalance')}>
                      <AmountText value={vesting.initial} />
                    </Traced>
                    , vesting linearly
                  </span>
                </>
              ),
            },
        vesting === undefined
          ? undefined
          : { label: 'Vesting start', value: <Moment height={vesting.startEpoch} timeMs={vesting.startTimeMs} /> },
        vesting === undefined
          ? undefined
          : { label: 'Vesting end', value: <Moment height={vesting.endEpoch} timeMs={vesting.endTimeMs} /> },
      ]}
    />
  );
}

function Moment({ height, timeMs }: { readonly height: number; readonly timeMs: number }) {
  return (
    <>
      <EpochText height={height} beside="none" />{' '}
      <span className="t3">
        <TimeText timeMs={timeMs} as="full" />
      </span>
    </>
  );
}

const SIGNER_COLUMNS: readonly DataColumn<MultisigSigner>[] = [
  {
    id: 'signer',
    head: 'Signer',
    text: ({ robustAddress, address }) => robustAddress ?? address,
    cell: ({ robustAddress, address, label, isOwn }) => (
      <span className="row g6">
        <AddressText address={robustAddress ?? address} name={label} isLink />
        {isOwn ? <Badge tone="accent">yours</Badge> : undefined}
      </span>
    ),
  },
  {
    id: 'id',
    head: 'ID',
    widthPx: 120,
    text: ({ address }) => address,
    cell: ({ address }) => <AddressText address={address} isLabelled={false} />,
  },
  {
    id: 'type',
    head: 'Type',
    widthPx: 140,
    text: ({ actorType }) => actorType ?? '',
    cell: ({ actorType }) => (actorType === undefined ? <span className="t3">unknown</span> : typeName(actorType)),
  },
  {
    id: 'balance',
    head: 'Balance',
    widthPx: 160,
    align: 'right',
    sortBy: ({ balance }) => BigInt(balance ?? '0'),
    text: ({ balance }) => balance ?? '',
    textName: 'balance_attofil',
    cell: ({ address, balance }) =>
      balance === undefined ? undefined : (
        <Traced of="StateGetActor Balance" about={address} isInCell>
          <AmountText value={balance} places={4} />
        </Traced>
      ),
  },
];
