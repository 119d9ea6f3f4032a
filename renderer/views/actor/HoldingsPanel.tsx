import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { defined } from '../../../shared/collections/defined.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { Holdings } from '../../../shared/ipc/schemas/actors.ts';
import type { CallRef, PanelError } from '../../../shared/ipc/schemas/common.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useDataCapFreeze } from '../../hooks/use-datacap-freeze.ts';
import type { Pin } from '../../hooks/use-pin.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { freezeWords } from '../../lib/freeze-words.ts';

/** Balances in the market and DataCap actors. Read when the screen opens, not at every tipset. */
export function HoldingsPanel({ address, pin: { at } }: { readonly address: string; readonly pin: Pin }) {
  const query = useQuery(`holdings ${address} ${at ?? ''}`, (client) => client.actors.getHoldings({ address, ...defined({ at }) }));
  const freeze = useDataCapFreeze(query.data?.pinned.height);
  const frozen = freeze === undefined ? undefined : freezeWords(freeze);
  return (
    <Panel
      title="Market and DataCap"
      sub={query.data === undefined ? undefined : `as of epoch ${formatInteger(query.data.pinned.height)}`}
      calls={query.data === undefined ? undefined : allCalls(query.data)}
      hasRule
      actions={
        <Button kind="quiet" size="small" icon={IconRefresh} isIconOnly onClick={query.refresh}>
          Refresh market and DataCap
        </Button>
      }
    >
      <QueryContent query={query}>
        {(holdings) => (
          <PanelBody>
            <KeyValue
              labelWidthPx={136}
              rows={[
                {
                  label: 'Market balance',
                  isWrapped: true,
                  value: part(holdings.market, ({ escrow, locked }) => (
                    <>
                      <Traced of="StateMarketBalance Escrow">
                        <AmountText value={escrow} />
                      </Traced>
                      <span className="t3">
                        , locked{' '}
                        <Traced of="StateMarketBalance Locked">
                          <AmountText value={locked} />
                        </Traced>
                      </span>
                    </>
                  )),
                },
                {
                  label: 'Client DataCap',
                  isWrapped: true,
                  value: part(holdings.client, dataCap('StateVerifiedClientStatus', 'none', frozen)),
                },
                {
                  label: 'Verifier DataCap',
                  isWrapped: true,
                  value: part(holdings.verifier, dataCap('StateVerifierStatus', 'not a verifier', frozen)),
                },
              ]}
            />
          </PanelBody>
        )}
      </QueryContent>
    </Panel>
  );
}

type Part<T> = { readonly value: T; readonly calls: readonly CallRef[] } | { readonly error: PanelError };

function part<T>(panel: Part<T>, show: (value: T) => ReactNode): ReactNode {
  return 'error' in panel ? (
    <span className="t3" title={panel.error.code}>
      <UntrustedText text={panel.error.message} maximumLength={200} />
    </span>
  ) : (
    <CallsContext value={panel.calls}>{show(panel.value)}</CallsContext>
  );
}

/** @param frozen text of a DataCap freeze; undefined if not frozen */
function dataCap(method: string, none: string, frozen: string | undefined) {
  return ({ bytes }: { readonly bytes?: string | undefined }) => (
    <>
      <Traced of={method}>{bytes === undefined ? <span className="t3">{none}</span> : formatBytes(BigInt(bytes))}</Traced>
      {bytes === undefined || frozen === undefined ? undefined : <span className="t3"> {frozen}</span>}
    </>
  );
}

function allCalls(holdings: Holdings): CallRef[] {
  return [holdings.market, holdings.client, holdings.verifier].flatMap((panel) => ('error' in panel ? [] : panel.calls));
}
