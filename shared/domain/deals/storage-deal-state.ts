/**
 * States and messages of the legacy storage market, for deals made with `ClientStartDeal`.
 *
 * The states are local to the market module of client and provider and never on chain; the state of a deal on chain is in
 * deal-state.ts. Sources: go-fil-markets storagemarket/dealstatus.go (names and meanings), impl/clientstates/client_fsm.go and
 * impl/providerstates/provider_fsm.go (transitions), impl/providerstates/provider_states.go and
 * impl/clientstates/client_states.go (rejection texts).
 */
import { formatBytes } from '../encoding/byte-size.ts';
import { boundedText, type FailureText, fixFor, hasFragment } from '../messages/failure-text.ts';

/** `terminal` states are final, `failing` ones lead to a terminal failure, `running` ones continue. */
type StorageDealGroup = 'running' | 'failing' | 'terminal' | 'unknown';

/** A state of a legacy storage deal. */
export interface StorageDealState {
  /** Name in go-fil-markets, with its prefix. */
  readonly name: string;
  readonly group: StorageDealGroup;
  /** What the state means, in one sentence. */
  readonly meaning: string;
  /** What to do, in one sentence. */
  readonly fix: string;
}

const WAIT = 'No action needed; it continues within minutes.';

const ROWS: readonly (readonly [name: string, group: StorageDealGroup, meaning: string, fix: string])[] = [
  ['Unknown', 'unknown', 'The deal state is undefined.', 'Ask the provider for the deal state by the proposal CID.'],
  [
    'ProposalNotFound',
    'terminal',
    'The provider does not have this deal.',
    'Check the proposal CID and the provider. If both are correct, propose the deal again.',
  ],
  [
    'ProposalRejected',
    'terminal',
    'The provider did not accept the proposal.',
    'Read the deal message, correct the proposal and propose it again.',
  ],
  ['ProposalAccepted', 'running', 'The provider accepted the deal and will publish it.', WAIT],
  ['Staged', 'running', 'The deal is published, and its data is ready for a sector.', WAIT],
  [
    'Sealing',
    'running',
    'The deal is in a sector that is being sealed.',
    'Wait some hours. The deal fails if the sector is not sealed before the start epoch.',
  ],
  ['Finalizing', 'running', 'The sector is sealed; the provider is finalizing it.', WAIT],
  ['Active', 'terminal', 'The deal is in a proven sector.', 'No action needed.'],
  ['Expired', 'terminal', 'The deal has passed its end epoch.', 'Make a new deal to keep storing the data.'],
  [
    'Slashed',
    'terminal',
    'The sector of the deal was terminated for missing proofs.',
    'Make a new deal, with another provider if it happens again.',
  ],
  ['Rejecting', 'failing', 'The provider is rejecting the deal.', 'Read the deal message once it arrives.'],
  ['Failing', 'failing', 'The deal failed and its data is being cleaned up.', 'Read the deal message; the state becomes Error.'],
  ['FundsReserved', 'running', 'The funds for the deal are in the market actor.', WAIT],
  ['CheckForAcceptance', 'running', 'The client is waiting for the provider to publish the deal.', WAIT],
  ['Validating', 'running', 'The provider is checking the proposal.', WAIT],
  ['AcceptWait', 'running', 'The provider’s deal filter is deciding.', WAIT],
  ['StartDataTransfer', 'running', 'The data transfer is starting.', WAIT],
  ['Transferring', 'running', 'The data is being transferred to the provider.', 'Keep the client online until the transfer is complete.'],
  [
    'WaitingForData',
    'running',
    'The provider is waiting for the data.',
    'Start the transfer. For an offline deal, the provider must import the file.',
  ],
  ['VerifyData', 'running', 'The data was received and is being verified against the piece CID.', WAIT],
  ['ReserveProviderFunds', 'running', 'The provider is reserving its collateral in the market actor.', WAIT],
  ['ReserveClientFunds', 'running', 'The client is reserving its funds in the market actor.', WAIT],
  ['ProviderFunding', 'running', 'The provider’s collateral is being added to the market actor.', WAIT],
  [
    'ClientFunding',
    'running',
    'The client’s funds are being added to the market actor.',
    'Wait for the AddBalance message. If it stays in the mempool, speed it up.',
  ],
  ['Publish', 'running', 'The deal is ready to be published on chain.', WAIT],
  ['Publishing', 'running', 'The message that publishes the deal is pending.', WAIT],
  ['Error', 'terminal', 'The deal failed.', 'Read the deal message, fix the cause and make a new deal.'],
  [
    'ProviderTransferAwaitRestart',
    'running',
    'The provider was restarted during the transfer and is waiting for the client to resume.',
    'Restart the transfer from the client.',
  ],
  ['ClientTransferRestart', 'running', 'The client is resuming the transfer.', 'Wait. Large transfers take hours.'],
  ['AwaitingPreCommit', 'running', 'The deal is in a sector that awaits its pre-commit on chain.', WAIT],
  ['TransferQueued', 'running', 'The transfer is queued.', WAIT],
];

const PREFIX = 'StorageDeal';

/** Legacy states in the order of their codes, 0 to 30. */
export const STORAGE_DEAL_STATES: readonly StorageDealState[] = ROWS.map(([name, group, meaning, fix]) => ({
  name: `${PREFIX}${name}`,
  group,
  meaning,
  fix,
}));

/**
 * Return a legacy state by code (`State` of ClientGetDealInfo and of a MinerDeal) or by name, with or without the prefix that
 * the command line prints. Undefined if go-fil-markets does not have it.
 */
export function storageDealState(state: number | bigint | string): StorageDealState | undefined {
  if (typeof state !== 'string') return STORAGE_DEAL_STATES[Number(state)];
  const name = state.startsWith(PREFIX) ? state : `${PREFIX}${state}`;
  return STORAGE_DEAL_STATES.find((row) => row.name === name);
}

const MARKET_FUNDS = 'Add funds to the client’s market balance.';
const PRICE = 'Offer the provider’s asking price or more, in attoFIL per epoch for the whole piece.';

/**
 * Texts of a deal's Message field and of deals that could not be started, specific ones first. Sizes are padded piece sizes in
 * bytes, prices attoFIL per epoch.
 */
export const DEAL_MESSAGES: readonly FailureText[] = [
  {
    id: 'piece-below-127-bytes',
    texts: [/piece must be at least 127 bytes/i],
    title: 'The piece is too small',
    cause: 'A piece has at least 127 bytes before padding.',
    fix: 'Combine small files into one.',
  },
  {
    id: 'piece-cid-mismatch',
    texts: [/commP mismatch/i, /doesn't match calculated CommP/i, /does not match expected commP/i],
    title: 'The piece CID does not match the proposal',
    cause: 'The file or its padding differs from the deal’s piece.',
    fix: 'Compute the piece CID again from the file you send.',
    figures: {
      pattern: /expected=([a-z2-7]{32,100})\b.{0,20}actual=([a-z2-7]{32,100})\b/i,
      fix: (expected, actual) =>
        `The provider received piece ${actual}. Send the file with piece CID ${expected}, or propose the deal for ${actual}.`,
    },
  },
  {
    id: 'piece-below-minimum',
    texts: [/piece size less than minimum required size/i],
    title: 'The piece is below the provider’s minimum size',
    cause: 'The provider’s ask sets a minimum piece size.',
    fix: 'Add data to the piece, or choose a provider that accepts smaller pieces.',
    figures: {
      pattern: /minimum required size: (\d{1,20}) < (\d{1,20})/i,
      fix: (size, minimum) =>
        `Make the piece at least ${formatBytes(minimum ?? '')} (now ${formatBytes(size ?? '')}), or choose a provider that accepts smaller pieces.`,
    },
  },
  {
    id: 'piece-above-maximum',
    texts: [/piece size more than maximum allowed size/i],
    title: 'The piece is above the provider’s maximum size',
    cause: 'The provider’s ask sets a maximum piece size.',
    fix: 'Split the data into smaller pieces, or choose a provider that accepts larger pieces.',
    figures: {
      pattern: /maximum allowed size: (\d{1,20}) > (\d{1,20})/i,
      fix: (size, maximum) => `Split the data into pieces of at most ${formatBytes(maximum ?? '')} (now ${formatBytes(size ?? '')}).`,
    },
  },
  {
    id: 'price-below-ask',
    texts: [/storage price per epoch less than asking price/i],
    title: 'The price is below the provider’s ask',
    cause: 'The proposal’s price per epoch is below the ask.',
    fix: PRICE,
    figures: {
      pattern: /asking price: (\d{1,40}) < (\d{1,40})/i,
      fix: (price, ask) => `Offer at least ${ask} attoFIL per epoch instead of ${price}.`,
    },
  },
  {
    id: 'start-too-far',
    texts: [/deal start epoch is too far in the future/i],
    title: 'The deal starts too late for the provider',
    cause: 'The provider only accepts deals that start within a certain time.',
    fix: 'Choose an earlier start epoch.',
    figures: {
      pattern: /too far in the future: (\d{1,16}) > (\d{1,16})/i,
      fix: (start, latest) => `Choose a start epoch of ${latest} or earlier instead of ${start}.`,
    },
  },
  {
    id: 'start-elapsed',
    texts: [/start epoch (?:has )?already elapsed/i, /cannot seal a sector before/i],
    title: 'The start epoch is too early',
    cause: 'The start epoch has passed, or is before the provider can seal the sector.',
    fix: 'Propose the deal again with a start epoch two or three days from now.',
  },
  {
    id: 'duration-out-of-bounds',
    texts: [/deal duration out of bounds/i],
    title: 'The deal is too short or too long',
    cause: 'The network limits the duration of deals.',
    fix: 'Choose a duration within the limits.',
    figures: {
      pattern: /\(min, max, provided\): (\d{1,12}), (\d{1,12}), (\d{1,12})/i,
      fix: (minimum, maximum, provided) => `Choose a duration of ${minimum} to ${maximum} epochs instead of ${provided}.`,
    },
  },
  {
    id: 'collateral-out-of-bounds',
    texts: [/proposed provider collateral (?:below minimum|above maximum)/i],
    title: 'The provider collateral is out of bounds',
    cause: 'The network limits the collateral for a piece of this size.',
    fix: 'Look up the bounds (StateDealProviderCollateralBounds) and propose again.',
    figures: {
      pattern: /(below minimum|above maximum): (\d{1,40}) [<>] (\d{1,40})/i,
      fix: (side, collateral, bound) =>
        `Propose a collateral of ${side?.toLowerCase() === 'below minimum' ? 'at least' : 'at most'} ${bound} attoFIL instead of ${collateral}.`,
    },
  },
  {
    id: 'client-funds-too-small',
    texts: [/clientMarketBalance\.Available too small/],
    title: 'The client’s market balance is too low',
    cause: 'The price of the deal must be in the market actor before the provider accepts it.',
    fix: MARKET_FUNDS,
    figures: {
      pattern: /too small: (\d{1,40}) < (\d{1,40})/i,
      fix: (available, required) => {
        const missing = BigInt(required ?? 0) - BigInt(available ?? 0);
        // The text is untrusted: the balance may be sufficient.
        if (missing <= 0n) return MARKET_FUNDS;
        return `Add at least ${missing} attoFIL to the client’s market balance (${available} of ${required} available).`;
      },
    },
  },
  {
    id: 'datacap-too-small',
    texts: [/DataCap too small for proposed piece size/i, /data cap missing/i],
    title: 'The client’s DataCap is too low',
    cause: 'A verified deal uses as much of the client’s DataCap as the padded piece size.',
    fix: 'Request DataCap from an allocator, or propose an unverified deal.',
  },
  {
    id: 'unverified-refused',
    texts: [/not accepting unverified storage deals/i],
    title: 'The provider only accepts verified deals',
    cause: 'The provider rejects deals without DataCap.',
    fix: 'Propose a verified deal with DataCap, or choose another provider.',
  },
  {
    id: 'deals-refused',
    texts: [/not accepting (?:online |offline |verified )?storage deals/i],
    title: 'The provider does not accept this kind of deal',
    cause: 'The provider currently rejects online, offline or all deals.',
    fix: 'Choose another kind of deal or another provider.',
  },
  {
    id: 'provider-not-reached',
    texts: [/failed to open stream/i, /routing: not found/i],
    title: 'Could not reach the provider',
    cause: 'The provider’s peer ID or multiaddresses on chain are not reachable.',
    fix: 'Check the provider’s peer ID and multiaddresses (StateMinerInfo), and retry later or with another provider.',
  },
  {
    id: 'refused-by-filter',
    texts: [/deal rejected unconditionally/i, /custom deal decision logic failed/i],
    title: 'The provider’s deal filter rejected the deal',
    cause: 'The provider’s deal filter does not state a reason.',
    fix: 'Ask the provider, or choose another one.',
  },
  {
    id: 'deal-rejected',
    texts: [/deal rejected/i],
    title: 'The provider rejected the deal',
    cause: 'The proposal does not meet the provider’s requirements; see its message.',
    fix: 'Read the provider’s message, then change the proposal or choose another provider.',
  },
];

/** Explanation of a deal's message. */
export interface DealMessageExplanation {
  /** Name of the row in the table. */
  readonly id: string;
  readonly title: string;
  readonly cause: string;
  /** What to do, with figures from the message if it has any. */
  readonly fix: string;
}

/** Explain the Message field of a deal; undefined if it is empty or unknown. The text comes from the provider and is untrusted. */
export function explainDealMessage(message: string): DealMessageExplanation | undefined {
  const text = boundedText(message);
  const row = DEAL_MESSAGES.find(({ texts }) => hasFragment(texts, text));
  return row === undefined ? undefined : { id: row.id, title: row.title, cause: row.cause, fix: fixFor(row, text) };
}
