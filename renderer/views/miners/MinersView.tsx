import { IconArrowRight, IconEye, IconPlus, IconRefresh, IconServer2 } from '@tabler/icons-react';
import { type FormEvent, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { MinerList, MinerRow } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import type { AppClient } from '../../client/client-context.ts';
import { OwnMinersSummary } from '../../components/chain/OwnMinersSummary.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, PanelContent, partOf, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { Refusal } from '../../components/feedback/Refusal.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { FilterField } from '../../components/filters/FilterField.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { usePin } from '../../hooks/use-pin.ts';
import { usePinnedQuery } from '../../hooks/use-pinned-query.ts';
import { type QueryState, useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { filterMiners } from './filter-miners.ts';
import styles from './miners.module.css';
import { otherColumns, ownColumns } from './miners-columns.tsx';
import { typedMiners } from './typed-miners.ts';

/** One by one, because each address is resolved before it is saved. */
async function watchAll(client: AppClient, addresses: readonly string[]): Promise<number> {
  for (const address of addresses) await client.miners.watchMiner({ address, isWatched: true });
  return addresses.length;
}

/** Own miners, then the other miners of a small network; any miner can be opened by address. */
export function MinersView() {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const pin = usePin();
  const own = usePinnedQuery('own miners', pin, (client, input) => client.miners.listMiners({ isOwnOnly: true, ...input }));
  // Many miners at four calls each: not refreshed with every head.
  const all = useQuery(`all miners ${pin.at ?? ''}`, (client) => client.miners.listMiners(pin.at === undefined ? {} : { at: pin.at }));
  const adding = useCommand(watchAll);
  const { addresses, wrong } = typedMiners(text);
  const [first] = addresses;
  const ownRows = partOf(own.data?.miners) ?? [];
  const known = new Set(ownRows.map(({ address }) => address.slice(1)));
  const unknown = addresses.filter((address) => !known.has(address.slice(1)));
  const isOne = addresses.length === 1 && wrong.length === 0;
  // Part of a single address only filters the list below.
  const problem =
    wrong.length > 0 && (addresses.length > 0 || wrong.length > 1)
      ? `Not ${wrong.length === 1 ? 'an address' : 'addresses'}: ${wrong.map((part) => sanitiseToText(part, 40)).join(', ')}`
      : addresses.length > 0 && unknown.length === 0
        ? addresses.length === 1
          ? 'Already in My miners. Press Enter to open it.'
          : 'All of these are already in My miners.'
        : undefined;

  function open(miner: string): void {
    navigate(`/miners/${encodeURIComponent(miner)}`);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isOne && first !== undefined) open(first);
    else if (unknown.length > 0 && wrong.length === 0) void add();
  }

  async function add(): Promise<void> {
    const added = await adding.run(unknown);
    if (added !== undefined) setText('');
    own.refresh();
  }

  return (
    <SplitView>
      <PageHead title="Miners" asOf={own.data?.pinned} status={<StaleBadge query={own} />} pin={pin} onReadAgain={own.refresh} />
      <form onSubmit={submit}>
        <Toolbar>
          <FilterField label="Miner address" value={text} onChange={setText} placeholder="Miner address, or paste several to add" />
          {/* Enter activates the first submit button; a disabled one would block it. */}
          <Button
            type={isOne ? 'submit' : 'button'}
            icon={IconArrowRight}
            disabledReason={isOne ? undefined : 'Enter a miner address, for example f01000.'}
          >
            Open
          </Button>
          <Button
            type={isOne ? 'button' : 'submit'}
            icon={IconPlus}
            isBusy={adding.isRunning}
            disabledReason={
              addresses.length === 0
                ? 'Enter your miner addresses, for example f01000 f01001.'
                : wrong.length > 0 || unknown.length === 0
                  ? problem
                  : undefined
            }
            hint="Add to My miners"
            onClick={() => void add()}
          >
            {unknown.length > 1 ? `Add ${unknown.length} miners` : 'Add miner'}
          </Button>
        </Toolbar>
      </form>
      {problem === undefined ? undefined : (
        <p className={styles.problem} role="status">
          {problem}
        </p>
      )}
      {adding.error === undefined ? undefined : (
        <Refusal title="Could not add the miner" error={adding.error} onDismiss={adding.clearError} />
      )}
      <div className={styles.lists}>
        <OwnMiners query={own} isPast={pin.at !== undefined} onOpen={open} />
        <OtherMiners query={all} own={ownRows} filter={text} onOpen={open} />
      </div>
    </SplitView>
  );
}

interface ListProps {
  readonly query: QueryState<MinerList>;
  readonly onOpen: (miner: string) => void;
}

const rowKey = ({ address }: MinerRow): string => address;

/** The gas runway is known only at the head, so the column is left out for a pinned epoch. */
function OwnMiners({ query, isPast, onOpen }: ListProps & { readonly isPast: boolean }) {
  const known = useTopic('ownMiners.changed', (state) => state?.known);
  const watched = partOf(known?.miners);
  const columns = useMemo(
    () => (isPast ? otherColumns : ownColumns(new Map((watched ?? []).map((miner) => [miner.address, miner])))),
    [watched, isPast],
  );
  const rows = partOf(query.data?.miners);
  const active = rows?.reduce((sum, { sectors }) => sum + (sectors?.active ?? 0), 0) ?? 0;
  return (
    <Panel
      title="My miners"
      sub={rows === undefined || rows.length === 0 ? undefined : <OwnMinersSummary active={active} rewards={isPast ? undefined : known} />}
      calls={callsOf(query.data?.miners)}
    >
      <QueryContent query={query} skeleton={<SkeletonRows rows={3} columns={7} />}>
        {(list) => (
          <PanelContent panel={list.miners} onRetry={query.refresh}>
            {(miners) =>
              miners.length === 0 ? (
                <PanelState icon={IconEye} title="No miners yet">
                  Enter the addresses of the miners you run above to monitor their power, faults and open deadlines.
                </PanelState>
              ) : (
                <DataTable
                  label="My miners"
                  unit={['miner', 'miners']}
                  columns={columns}
                  rows={miners}
                  rowKey={rowKey}
                  onSelect={({ address }) => onOpen(address)}
                  copyText={rowKey}
                  exportName="my-miners"
                  hasFooter
                  isStale={query.error !== undefined}
                />
              )
            }
          </PanelContent>
        )}
      </QueryContent>
    </Panel>
  );
}

interface OtherMinersProps extends ListProps {
  readonly own: readonly MinerRow[];
  readonly filter: string;
}

/** Other miners of a network with few; read once, and again on request. */
function OtherMiners({ query, own, filter, onOpen }: OtherMinersProps) {
  const { data } = query;
  const known = new Set(own.map(({ address }) => address.slice(1)));
  const rows = partOf(data?.miners)?.filter(({ address }) => !known.has(address.slice(1)));
  const shown = rows === undefined ? [] : filterMiners(rows, filter);
  const total = Math.max(0, (data?.total ?? 0) - own.length);
  return (
    <Panel
      title="Other miners"
      sub={data === undefined ? undefined : `as of epoch ${formatInteger(data.pinned.height)}`}
      calls={callsOf(data?.miners)}
      actions={
        <Button size="small" kind="quiet" icon={IconRefresh} isBusy={query.isLoading} onClick={query.refresh}>
          Refresh
        </Button>
      }
      isFilling
    >
      <QueryContent query={query} skeleton={<SkeletonRows rows={8} columns={6} />}>
        {(list) => (
          <PanelContent panel={list.miners} onRetry={query.refresh}>
            {() => (
              <DataTable
                label="Miners"
                unit={['miner', 'miners']}
                columns={otherColumns}
                rows={shown}
                rowKey={rowKey}
                onSelect={({ address }) => onOpen(address)}
                copyText={rowKey}
                total={total}
                exportName="miners"
                isFilling
                isStale={query.error !== undefined}
                footer={<CallLink calls={callsOf(list.miners) ?? []} />}
                empty={<NoOthers listed={rows?.length ?? 0} total={total} isOwn={filterMiners(own, filter).length > 0} />}
              />
            )}
          </PanelContent>
        )}
      </QueryContent>
    </Panel>
  );
}

interface NoOthersProps {
  readonly listed: number;
  readonly total: number;
  /** Whether own miners match the filter. */
  readonly isOwn: boolean;
}

function NoOthers({ listed, total, isOwn }: NoOthersProps) {
  if (listed > 0 && isOwn) {
    return (
      <PanelState icon={IconEye} title="Listed in My miners">
        No other miner matches the filter.
      </PanelState>
    );
  }
  if (listed > 0) {
    return (
      <PanelState icon={IconServer2} title="No matching miner listed">
        {formatInteger(listed)} of {formatInteger(total)} listed. Open any other miner by its address.
      </PanelState>
    );
  }
  return total > 0 ? (
    <PanelState icon={IconServer2} title={`${formatInteger(total)} miners, too many to list`}>
      Open a miner by its address.
    </PanelState>
  ) : (
    <PanelState icon={IconServer2} title="No other miners">
      The endpoint lists no other miners. Open any miner by its address.
    </PanelState>
  );
}
