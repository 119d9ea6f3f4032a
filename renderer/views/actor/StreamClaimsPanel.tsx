import { IconPencil } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { defined } from '../../../shared/collections/defined.ts';
import { CLAIM_METHOD } from '../../../shared/domain/actors/reward-streams.ts';
import type { StreamClaims } from '../../../shared/ipc/schemas/reward-streams.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import type { Pin } from '../../hooks/use-pin.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';

type Claim = StreamClaims['claims'][number];

const TITLE = 'Block rewards to claim';

/** Claims of an address on reward streams, or the read error. Empty without claims. */
export function StreamClaimsPanel({ address, pin: { at } }: { readonly address: string; readonly pin: Pin }) {
  const [, navigate] = useLocation();
  const query = useQuery(`stream claims ${address} ${at ?? ''}`, (client) => client.chain.getStreamClaims({ address, ...defined({ at }) }));
  if (query.data === undefined) {
    return query.error === undefined ? undefined : (
      <Panel title={TITLE} hasRule>
        <PanelError error={query.error} onRetry={query.refresh} />
      </Panel>
    );
  }
  const { claims } = query.data;
  if (claims.length === 0) return undefined;

  function compose({ id, wallet }: Claim): void {
    const json = `{"ID":${id},"Wallets":["${wallet}"]}`;
    const to = `${wallet.charAt(0)}02`;
    handOverDraft({ from: '', to, value: '0', method: CLAIM_METHOD.toString(), params: { kind: 'fields', json } });
    navigate('/compose');
  }

  const columns: readonly DataColumn<Claim>[] = [
    { id: 'stream', head: 'Stream', widthPx: 90, text: (claim) => claim.id, cell: (claim) => claim.id },
    {
      id: 'owed',
      head: 'Owed',
      widthPx: 260,
      align: 'right',
      text: (claim) => claim.owed,
      cell: (claim) => (
        <Traced of="StateReadState State.Accrued" isInCell>
          <AmountText value={claim.owed} />
        </Traced>
      ),
    },
    {
      id: 'simulated',
      head: 'Simulated payout',
      widthPx: 260,
      align: 'right',
      text: (claim) => (claim.exitCode === undefined ? (claim.simulated ?? '') : `exit ${claim.exitCode}`),
      cell: (claim) =>
        claim.exitCode !== undefined ? (
          <Traced of="StateCall MsgRct.ExitCode" isInCell>
            would fail, exit {claim.exitCode}
          </Traced>
        ) : claim.simulated === undefined ? (
          <span className="t3">not available from this endpoint</span>
        ) : (
          <Traced of="StateCall MsgRct.Return" isInCell>
            <AmountText value={claim.simulated} />
          </Traced>
        ),
    },
    {
      id: 'action',
      head: '',
      align: 'right',
      text: () => '',
      cell: (claim) => (
        <Button
          size="small"
          icon={IconPencil}
          disabledReason={at === undefined ? undefined : 'Pinned to a past epoch'}
          onClick={() => compose(claim)}
        >
          Claim
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title={TITLE}
      sub={`as of epoch ${formatInteger(query.data.pinned.height)}; anyone can claim, the wallet is paid`}
      calls={query.data.calls}
      hasRule
    >
      <DataTable
        label={TITLE}
        columns={columns}
        rows={claims}
        rowKey={(claim) => claim.id}
        unit={['stream', 'streams']}
        exportName="stream-claims"
      />
    </Panel>
  );
}
