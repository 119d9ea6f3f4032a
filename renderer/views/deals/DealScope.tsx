import { IconPlayerPlay, IconPlayerStop, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { DealPage, DealRead } from '../../../shared/ipc/schemas/deals.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { useClient } from '../../client/client-context.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { UnreadBlock } from '../../components/feedback/UnreadBlock.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { toEnvelope } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { DealsElsewhere } from './DealsElsewhere.tsx';
import styles from './deals.module.css';
import { isMarketMissing } from './third-party.ts';

const DEFAULT_BUDGET = 5000;
const MAX_CALLS = 200_000;

interface DealScopeProps {
  readonly of: readonly string[];
  readonly page: DealPage | undefined;
  readonly error: ErrorEnvelope | undefined;
  readonly isPinned: boolean;
  /** A dataset is complete; nothing is read from the state. */
  readonly isDataset?: boolean;
  readonly onOf: (of: readonly string[]) => void;
}

/** Providers and clients of the list, and the read of their deals from the state. Empty for the whole market. */
export function DealScope({ of, page, error, isPinned, isDataset = false, onOf }: DealScopeProps) {
  const read = useTopic('deals.readProgressed');
  const isMissing = page === undefined && error !== undefined && isMarketMissing(error);
  const isPart = of.length > 0 || page?.of !== undefined || isMissing;
  if (!isPart) return undefined;
  const holders = page?.of ?? of;
  const missing = page?.gaps.find(({ what }) => what === 'deals');
  const ownRead = isReadOf(read, holders) ? read : undefined;
  return (
    <>
      <section className={styles.scope} aria-label="Scope">
        {holders.length === 0 ? (
          <span>Enter a provider or client:</span>
        ) : (
          <span className="row g6">
            {isDataset ? 'Deals of' : page?.source === 'state' ? 'Read from state:' : 'Claims and allocations of'}
            {holders.map((address) => (
              <AddressText key={address} address={address} />
            ))}
            {of.length === 0 ? <span className="t3">my miners</span> : undefined}
          </span>
        )}
        <AddressForm onAdd={(address) => onOf([...new Set([...of, address])])} />
        {of.length === 0 ? undefined : (
          <Button size="small" kind="quiet" icon={IconX} onClick={() => onOf([])}>
            Whole market
          </Button>
        )}
        {holders.length === 0 || isPinned || isDataset ? undefined : (
          <ReadControl of={holders} isRead={page?.source === 'state'} onRead={() => onOf(holders)} />
        )}
        {missing === undefined || page?.source === 'state' ? undefined : (
          <span className="t3">
            Whole market not available: <UntrustedText text={missing.problem.message} maximumLength={200} />
          </span>
        )}
        {missing === undefined ? undefined : <DealsElsewhere error={missing.problem} />}
      </section>
      {holders.length === 0 ? undefined : <UnreadBlock raw={ownRead?.raw} height={ownRead?.pinned?.height} />}
    </>
  );
}

function AddressForm({ onAdd }: { readonly onAdd: (address: string) => void }) {
  const [text, setText] = useState('');
  const isAddress = /^(?:[ft][0-4][a-z0-9]{1,110}|0x[0-9a-f]{40})$/i.test(text.trim());

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isAddress) return;
    onAdd(text.trim());
    setText('');
  }

  return (
    <form onSubmit={submit}>
      <input
        aria-label="Provider or client"
        placeholder="f01000"
        value={text}
        aria-invalid={text !== '' && !isAddress}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="small" type="submit" disabledReason={isAddress ? undefined : 'An address starts with f0, f1, f2, f3, f4 or 0x.'}>
        Show
      </Button>
    </form>
  );
}

interface ReadControlProps {
  readonly of: readonly string[];
  readonly isRead: boolean;
  /** Called when the read has started. */
  readonly onRead: () => void;
}

/** Starts, stops and resumes reading deals block by block. */
function ReadControl({ of, isRead, onRead }: ReadControlProps) {
  const client = useClient();
  const read = useTopic('deals.readProgressed');
  const [budget, setBudget] = useState(String(DEFAULT_BUDGET));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const calls = /^\d{1,6}$/.test(budget) ? Number(budget) : 0;
  const isOwn = isReadOf(read, of);
  const isRunning = read?.state === 'running';

  async function start(): Promise<void> {
    setProblem(undefined);
    try {
      await client.deals.startRead({ of: [...of], callBudget: calls });
      onRead();
    } catch (error) {
      setProblem(toEnvelope(error).message);
    }
  }

  if (isRunning) {
    return (
      <span className="row g6" role="status">
        <StatusText tone="pending">{progressWords(read)}</StatusText>
        <Button size="small" icon={IconPlayerStop} onClick={() => void client.deals.cancelRead({})}>
          Cancel
        </Button>
      </span>
    );
  }
  const isPartial = isOwn && (read.state === 'budget-spent' || read.state === 'cancelled' || read.state === 'failed');
  return (
    <span className="row g6">
      <Button
        size="small"
        icon={IconPlayerPlay}
        hint="One call per state block, each verified. Does not find deals without a sector."
        disabledReason={calls < 1 || calls > MAX_CALLS ? `Enter a limit of 1 to ${formatInteger(MAX_CALLS)} calls.` : undefined}
        onClick={() => void start()}
      >
        {isPartial ? 'Continue' : isRead ? 'Read again' : 'Read from state'}
      </Button>
      <label className="row g4">
        Call limit
        <input
          className={styles.budget}
          inputMode="numeric"
          value={budget}
          aria-invalid={calls < 1 || calls > MAX_CALLS}
          onChange={(event) => setBudget(event.currentTarget.value)}
        />
      </label>
      {isPartial ? (
        <StatusText tone="warning">
          {endWords(read)}
          {read.problem === undefined || read.state === 'budget-spent' ? undefined : (
            <>
              : <UntrustedText text={read.problem.message} maximumLength={200} />
            </>
          )}
        </StatusText>
      ) : isRead && isOwn ? (
        <span className="t3">
          {formatCount(read.blocks, 'block')}, {formatCount(read.calls, 'call')}
        </span>
      ) : undefined}
      {problem === undefined ? undefined : (
        <span role="alert">
          <StatusText tone="danger">{problem}</StatusText>
        </span>
      )}
    </span>
  );
}

function isReadOf(read: DealRead | undefined, of: readonly string[]): read is DealRead {
  return read !== undefined && read.of.length === of.length && read.of.every((address) => of.includes(address));
}

function progressWords({ phase, step, calls, callBudget }: DealRead): string {
  const done = step === undefined ? '' : ` ${formatInteger(step.done)} of ${formatInteger(step.total)},`;
  return `Reading ${phase},${done} ${formatInteger(calls)} of ${formatInteger(callBudget)} calls`;
}

function endWords({ state, phase, calls }: DealRead): string {
  if (state === 'budget-spent') return `Call limit reached at ${phase}: ${formatCount(calls, 'call')}`;
  return state === 'cancelled' ? `Cancelled at ${phase}` : `Failed at ${phase}`;
}
