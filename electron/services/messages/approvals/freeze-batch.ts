/**
 * Turns a reviewed batch into one frozen approval. Every message is decoded from its bytes; the trusted document checks its list against
 * the digest of all of them. Called when a batch is prepared.
 */
import { defined } from '../../../../shared/collections/defined.ts';
import { batchDigest } from '../../../../shared/domain/messages/batch-digest.ts';
import type { BatchApproval } from '../../../../shared/ipc/schemas/approvals.ts';
import type { FrozenBytes, FrozenSending } from '../../../wallet/approvals.ts';
import type { VaultAccount } from '../../../wallet/vault-header.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import { labelWarnings } from '../drafts/address-names.ts';
import type { ReviewedBatch, ReviewedRow } from '../drafts/reviewed.ts';
import { freezeMessage, frozenBase, onNetwork, warningsOf } from './freeze-approval.ts';

export interface FreezeBatchInput {
  readonly batch: ReviewedBatch;
  readonly account: VaultAccount;
  readonly known: Pick<KnownAddresses, 'find' | 'list'>;
  readonly nowMs: number;
}

/** Freeze a batch. Every row needs a message. */
export function freezeBatch({ batch, account, known, nowMs }: FreezeBatchInput): FrozenSending {
  const { active, network, pinned, isHeld } = batch;
  const messages = batch.rows.map((row) => freezeRow(row, batch, known));
  return {
    kind: 'sending',
    messages,
    letter: network.letter,
    connectionName: active.name,
    madeAtHeight: pinned.height,
    approval: {
      kind: 'batch',
      ...frozenBase(account, network, nowMs),
      ...onNetwork(account, network),
      isHeld,
      isOffline: false,
      ...sumsOf(messages),
      digestHex: batchDigest(messages.map(({ messageBytes }) => messageBytes)),
      warnings: [
        ...warningsOf(batch.problems),
        ...rowWarnings(batch.rows),
        ...labelWarnings(
          messages.flatMap(({ shown }) => shown.names),
          { known: known.list(), letter: network.letter },
        ),
      ],
    },
  };
}

function freezeRow(
  { message, recipient, innerActors, actorTypeOfCode, resolved, multisigs, simulation, view }: ReviewedRow,
  batch: ReviewedBatch,
  known: FreezeBatchInput['known'],
) {
  if (message === undefined) {
    throw new Error('A line without a message cannot be approved.');
  }
  const { network, networkVersion, baseFee } = batch;
  return freezeMessage(message, {
    network,
    known,
    innerActors,
    actorTypeOfCode,
    resolved,
    multisigs,
    baseFee,
    ...defined({ networkVersion, recipient, simulation }),
    fileLine: view,
  });
}

type Sums = Pick<
  BatchApproval,
  | 'count'
  | 'recipientCount'
  | 'firstNonce'
  | 'lastNonce'
  | 'totalValue'
  | 'totalMovedInside'
  | 'totalMaximumFee'
  | 'maximumTotal'
  | 'largestValue'
>;

/** Sum up the decoded messages, not the review. */
function sumsOf(messages: readonly FrozenBytes[]): Sums {
  const sum = (read: (shown: FrozenBytes['shown']) => string) =>
    messages.reduce((total, { shown }) => total + BigInt(read(shown)), 0n).toString();
  const values = messages.map(({ shown }) => BigInt(shown.value));
  return {
    count: messages.length,
    recipientCount: new Set(messages.map(({ shown }) => shown.to.address)).size,
    firstNonce: messages[0]?.shown.nonce ?? '0',
    lastNonce: messages.at(-1)?.shown.nonce ?? '0',
    totalValue: sum(({ value }) => value),
    totalMovedInside: sum(({ moves, value }) =>
      (moves.reduce((total, { amount }) => total + BigInt(amount), 0n) - BigInt(value)).toString(),
    ),
    totalMaximumFee: sum(({ maximumFee }) => maximumFee),
    maximumTotal: sum(({ maximumTotal }) => maximumTotal),
    largestValue: values.reduce((largest, value) => (value > largest ? value : largest), 0n).toString(),
  };
}

/** Return each warning once, with its line numbers. Different titles of the same check are separate warnings. */
function rowWarnings(rows: readonly ReviewedRow[]): BatchApproval['warnings'] {
  const found = new Map<string, { check: BatchApproval['warnings'][number]; lines: number[] }>();
  for (const { view } of rows) {
    for (const check of warningsOf(view.findings)) {
      const key = `${check.id} ${check.title}`;
      const one = found.get(key) ?? { check, lines: [] };
      one.lines.push(view.line);
      found.set(key, one);
    }
  }
  return [...found.values()].map(({ check: { action: _ofOneLine, ...check }, lines }) => ({
    ...check,
    detail: lines.length === 1 ? `Line ${lines[0]}: ${check.detail}` : `${linesText(lines)}. The first: ${check.detail}`,
  }));
}

const MAX_LINES_NAMED = 12;

function linesText(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_LINES_NAMED).join(', ');
  const rest = lines.length - MAX_LINES_NAMED;
  return `Lines ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
}
