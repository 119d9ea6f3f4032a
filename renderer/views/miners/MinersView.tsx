import { IconArrowRight, IconServer2 } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { tryParseAddress } from '../../../shared/domain/address.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { CallLink } from '../../components/CallLink.tsx';
import { CallsContext } from '../../components/calls-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { FilterField } from '../../components/FilterField.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { callsOf, PanelContent, QueryContent } from '../../components/QueryContent.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StaleBadge } from '../../components/StaleBadge.tsx';
import { Toolbar } from '../../components/Toolbar.tsx';
import { usePin } from '../../hooks/use-pin.ts';
import { usePinnedQuery } from '../../hooks/use-pinned-query.ts';
import { filterMiners } from './filter-miners.ts';
import { minersColumns } from './miners-columns.tsx';

/** The storage miners of the network, own ones first, and any other by its address. */
export function MinersView() {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const pin = usePin();
  const query = usePinnedQuery('miners', pin, (client, input) => client.miners.listMiners(input));
  const address = tryParseAddress(text.trim());

  function open(minerAddress: string): void {
    navigate(`/miners/${encodeURIComponent(minerAddress)}`);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (address !== undefined) open(text.trim());
  }

  return (
    <SplitView>
      <PageHead title="Miners" asOf={query.data?.pinned} status={<StaleBadge query={query} />} pin={pin} onReadAgain={query.refresh} />
      <form onSubmit={submit}>
        <Toolbar>
          <FilterField label="Address of a miner" value={text} onChange={setText} placeholder="Filter, or open any miner by its address" />
          <Button
            type="submit"
            icon={IconArrowRight}
            disabledReason={address === undefined ? 'Write the address of a miner, for example f01000.' : undefined}
          >
            Open
          </Button>
        </Toolbar>
      </form>
      <QueryContent query={query} skeleton={<SkeletonRows rows={8} columns={6} />}>
        {(list) => (
          <PanelContent panel={list.miners} onRetry={query.refresh}>
            {(miners) => {
              const shown = filterMiners(miners, text);
              return (
                <CallsContext value={callsOf(list.miners) ?? []}>
                  <DataTable
                    label="Miners"
                    unit={['miner', 'miners']}
                    columns={minersColumns}
                    rows={[...shown].sort((left, right) => Number(right.isOwn) - Number(left.isOwn))}
                    rowKey={(miner) => miner.address}
                    onSelect={(miner) => open(miner.address)}
                    copyText={(miner) => miner.address}
                    total={list.total}
                    isFilling
                    isStale={query.error !== undefined}
                    footer={<CallLink calls={callsOf(list.miners) ?? []} />}
                    empty={
                      miners.length === 0 ? (
                        <PanelState icon={IconServer2} title="No miner on this network yet">
                          The first one appears here as soon as it is on chain.
                        </PanelState>
                      ) : (
                        <PanelState
                          icon={IconServer2}
                          title="Not among the miners listed here"
                          actions={
                            address === undefined ? undefined : (
                              <Button size="small" icon={IconArrowRight} onClick={() => open(text.trim())}>
                                Open it
                              </Button>
                            )
                          }
                        >
                          {formatInteger(miners.length)} of {formatInteger(list.total)} are listed. Any other opens by its address.
                        </PanelState>
                      )
                    }
                  />
                </CallsContext>
              );
            }}
          </PanelContent>
        )}
      </QueryContent>
    </SplitView>
  );
}
