import { IconPencil, IconServer2 } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { Actor } from '../../../shared/ipc/schemas/actors.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useAddressLabel } from '../../hooks/use-address-label.ts';
import { type Pin, usePin } from '../../hooks/use-pin.ts';
import { usePinnedQuery } from '../../hooks/use-pinned-query.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';
import { ActorMessages } from './ActorMessages.tsx';
import { meaningOf, typeName, unsendable } from './actor-words.ts';
import { BookPanel } from './BookPanel.tsx';
import { ContractPanel } from './ContractPanel.tsx';
import { HoldingsPanel } from './HoldingsPanel.tsx';
import { IdentityPanel } from './IdentityPanel.tsx';
import { MultisigPanel } from './MultisigPanel.tsx';
import { StatePanel } from './StatePanel.tsx';
import { StreamClaimsPanel } from './StreamClaimsPanel.tsx';
import { StreamsPanel } from './StreamsPanel.tsx';

/** One actor: addresses, balances, state and messages. */
export function ActorDetail({ address }: { readonly address: string }) {
  const [, navigate] = useLocation();
  const pin = usePin();
  const query = usePinnedQuery(`actor ${address}`, pin, (client, input) => client.actors.getActor({ address, ...input }));
  const label = useAddressLabel(query.data?.identity.address ?? address);
  const identity = query.data?.identity;
  const title = label ?? identity?.label ?? (identity === undefined ? address : titleOf(identity));

  function compose(): void {
    handOverDraft({ from: '', to: identity?.address ?? address, value: '', method: '0', params: { kind: 'none' } });
    navigate('/compose');
  }

  return (
    <SplitView>
      <PageHead
        title={sanitiseToText(title, 60)}
        status={
          <>
            {identity?.actorType === undefined || typeName(identity.actorType) === title ? undefined : (
              <Badge title={meaningOf(identity) ?? ''}>{typeName(identity.actorType)}</Badge>
            )}
            {identity?.isOwn === true ? <Badge tone="accent">Your key</Badge> : undefined}
            <StaleBadge query={query} />
          </>
        }
        asOf={query.data?.pinned}
        pin={pin}
        onReadAgain={query.refresh}
        actions={
          <>
            {identity?.actorType === 'storageminer' ? (
              <Button size="small" icon={IconServer2} onClick={() => navigate(`/miners/${encodeURIComponent(address)}`)}>
                Open miner
              </Button>
            ) : undefined}
            <Button size="small" icon={IconPencil} disabledReason={unsendable(identity)} onClick={compose}>
              Send
            </Button>
          </>
        }
      />
      <ScrollArea label="Actor">
        <QueryContent query={query} skeleton={<SkeletonRows rows={14} columns={4} />}>
          {(actor) => <ActorPanels actor={actor} address={address} pin={pin} onRetry={query.refresh} />}
        </QueryContent>
      </ScrollArea>
    </SplitView>
  );
}

interface ActorPanelsProps {
  readonly actor: Actor;
  readonly address: string;
  readonly pin: Pin;
  readonly onRetry: () => void;
}

function ActorPanels({ actor, address, pin, onRetry }: ActorPanelsProps) {
  const { identity, entry, state } = actor;
  const { problem, actorType, exists } = identity;
  return (
    <>
      {problem === undefined ? undefined : (
        <Note tone="warning" title="The node could not identify this address">
          <UntrustedText text={problem} maximumLength={600} />
        </Note>
      )}
      <IdentityPanel actor={actor} />
      {actorType === 'multisig' && entry !== undefined ? <MultisigPanel address={address} head={entry.head} pin={pin} /> : undefined}
      {actorType === 'evm' ? <ContractPanel state={state} /> : undefined}
      {actorType === 'reward' ? <StreamsPanel pin={pin} height={actor.pinned.height} /> : undefined}
      {entry === undefined ? undefined : <StatePanel state={state} onRetry={onRetry} />}
      {exists && actorType !== 'reward' ? <StreamClaimsPanel address={address} pin={pin} /> : undefined}
      {exists ? <HoldingsPanel address={address} pin={pin} /> : undefined}
      <ActorMessages identity={identity} />
      {identity.isOwn ? undefined : <BookPanel address={identity.address} />}
    </>
  );
}

/** The actor's name, or its ID address, or the requested address. */
function titleOf({ name, idAddress, address }: Actor['identity']): string {
  return name === undefined ? (idAddress ?? address) : name.charAt(0).toUpperCase() + name.slice(1);
}
