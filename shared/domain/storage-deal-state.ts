/**
 * States and messages of the legacy storage market: what a deal made with `ClientStartDeal` went through.
 *
 * The states are local to the market module of client and provider and never on chain; the state of a deal on chain is in
 * deal-state.ts. Sources: go-fil-markets storagemarket/dealstatus.go (names and meanings), impl/clientstates/client_fsm.go and
 * impl/providerstates/provider_fsm.go (what follows what), impl/providerstates/provider_states.go and
 * impl/clientstates/client_states.go (texts of a rejection).
 */
import { formatBytes } from './byte-size.ts';
import { boundedText, type FailureText, fixFor, hasFragment } from './failure-text.ts';

/** `terminal` states are never left by themselves, `failing` ones lead to a terminal failure, `running` ones go on. */
export type StorageDealGroup = 'running' | 'failing' | 'terminal' | 'unknown';

/** A state of a legacy storage deal in words. */
export interface StorageDealState {
  /** As go-fil-markets names it, with its prefix. */
  readonly name: string;
  readonly group: StorageDealGroup;
  /** What the state says, in one sentence. */
  readonly meaning: string;
  /** What to do, in one sentence. */
  readonly fix: string;
}

const WAIT = 'No action needed; it continues within minutes.';

const ROWS: readonly (readonly [name: string, group: StorageDealGroup, meaning: string, fix: string])[] = [
  ['Unknown', 'unknown', 'The state of the deal is not defined.', 'Ask the provider for the state of the deal by its proposal CID.'],
  [
    'ProposalNotFound',
    'terminal',
    'The provider does not know the deal.',
    'Check the proposal CID and the provider; if both are right, propose the deal again.',
  ],
  [
    'ProposalRejected',
    'terminal',
    'The provider did not accept the proposal.',
    'Read the message of the deal, correct the proposal and make it again.',
  ],
  ['ProposalAccepted', 'running', 'The provider intends to take the deal and publishes it next.', WAIT],
  ['Staged', 'running', 'The deal is published, and its data is ready for a sector.', WAIT],
  [
    'Sealing',
    'running',
    'The deal is in a sector that is being sealed.',
    'Wait some hours, and watch the start epoch: a sector sealed later fails the deal.',
  ],
  ['Finalizing', 'running', 'The sector is sealed, and the provider tidies up.', WAIT],
  ['Active', 'terminal', 'The deal is in a sector that is being proven.', 'No action needed: the deal succeeded.'],
  ['Expired', 'terminal', 'The deal has passed its end epoch.', 'Make a new deal if the data is still to be kept.'],
  [
    'Slashed',
    'terminal',
    'The sector of the deal was terminated for missing proofs.',
    'Make a new deal, with another provider if this one comes again.',
  ],
  ['Rejecting', 'failing', 'The provider has rejected the deal and is about to say so.', 'Read the message of the deal, which follows.'],
  [
    'Failing',
    'failing',
    'Something went wrong, and the data is being cleared away.',
    'Read the message of the deal; the state becomes Error.',
  ],
  ['FundsReserved', 'running', 'The funds for the deal are in the market actor.', WAIT],
  ['CheckForAcceptance', 'running', 'The client waits for the provider to publish the deal.', WAIT],
  ['Validating', 'running', 'The provider checks the terms of the proposal.', WAIT],
  ['AcceptWait', 'running', 'The provider’s own rules decide about the deal.', WAIT],
  ['StartDataTransfer', 'running', 'The transfer of the data begins.', WAIT],
  [
    'Transferring',
    'running',
    'The data is on its way to the provider.',
    'Wait, and keep the client online until the transfer is complete.',
  ],
  [
    'WaitingForData',
    'running',
    'The provider waits for the data.',
    'Start the transfer; for an offline deal let the provider import the file.',
  ],
  ['VerifyData', 'running', 'The data has arrived and is compared with the piece CID.', WAIT],
  ['ReserveProviderFunds', 'running', 'The provider makes sure of its collateral in the market actor.', WAIT],
  ['ReserveClientFunds', 'running', 'The client makes sure of its funds in the market actor.', WAIT],
  ['ProviderFunding', 'running', 'The collateral of the provider is on its way to the market actor.', WAIT],
  [
    'ClientFunding',
    'running',
    'The funds of the client are on their way to the market actor.',
    'Wait for the message that adds the funds; if it stays in the pool, raise its fee.',
  ],
  ['Publish', 'running', 'The deal is ready to be published on chain.', WAIT],
  ['Publishing', 'running', 'The message that publishes the deal is on its way to the chain.', WAIT],
  [
    'Error',
    'terminal',
    'The deal has failed, and nothing more will happen to it.',
    'Read the message of the deal, correct what it names and make a new deal.',
  ],
  [
    'ProviderTransferAwaitRestart',
    'running',
    'The provider was restarted during the transfer and waits for the client to go on.',
    'Restart the transfer from the client.',
  ],
  ['ClientTransferRestart', 'running', 'The client takes the transfer up again.', 'Wait; with much data it takes hours.'],
  ['AwaitingPreCommit', 'running', 'The deal is in a sector whose PreCommit message is to come on chain.', WAIT],
  ['TransferQueued', 'running', 'The transfer waits for its turn.', WAIT],
];

const PREFIX = 'StorageDeal';

/** The legacy states in the order of their codes, 0 to 30. */
export const STORAGE_DEAL_STATES: readonly StorageDealState[] = ROWS.map(([name, group, meaning, fix]) => ({
  name: `${PREFIX}${name}`,
  group,
  meaning,
  fix,
}));

/**
 * A legacy state by its code (`State` of ClientGetDealInfo and of a MinerDeal) or by its name, with or without the prefix, as
 * the command line prints it. Undefined for what go-fil-markets does not have.
 */
export function storageDealState(state: number | bigint | string): StorageDealState | undefined {
  if (typeof state !== 'string') return STORAGE_DEAL_STATES[Number(state)];
  const name = state.startsWith(PREFIX) ? state : `${PREFIX}${state}`;
  return STORAGE_DEAL_STATES.find((row) => row.name === name);
}

const MARKET_FUNDS = 'Add funds to the market balance of the client.';
const PRICE = 'Offer the provider’s asking price or more, in attoFIL per epoch for the whole piece.';

/**
 * Texts of a deal's Message field, and of a deal that could not be started, narrower ones first. Sizes are padded piece sizes in
 * bytes, prices attoFIL per epoch.
 */
export const DEAL_MESSAGES: readonly FailureText[] = [
  {
    id: 'piece-below-127-bytes',
    texts: [/piece must be at least 127 bytes/i],
    title: 'The piece is too small',
    cause: 'A piece has at least 127 bytes before padding.',
    fix: 'Check the size first; put small files together into one.',
  },
  {
    id: 'piece-cid-mismatch',
    texts: [/commP mismatch/i, /doesn't match calculated CommP/i, /does not match expected commP/i],
    title: 'The piece is not the one in the proposal',
    cause: 'The file or its padding differs from what the deal names.',
    fix: 'Compute the piece CID again from the file that is sent.',
    figures: {
      pattern: /expected=([a-z2-7]{32,100})\b.{0,20}actual=([a-z2-7]{32,100})\b/i,
      fix: (expected, actual) =>
        `The data that arrived is ${actual}. Send the file whose piece CID is ${expected}, or propose the deal for ${actual}.`,
    },
  },
  {
    id: 'piece-below-minimum',
    texts: [/piece size less than minimum required size/i],
    title: 'The piece is smaller than the provider takes',
    cause: 'The provider’s ask names a minimum piece size, and this piece is below it.',
    fix: 'Put more data into the piece, or choose a provider that takes smaller ones.',
    figures: {
      pattern: /minimum required size: (\d{1,20}) < (\d{1,20})/i,
      fix: (size, minimum) =>
        `Make the piece at least ${formatBytes(minimum ?? '')} large; it has ${formatBytes(size ?? '')}. Or choose a provider that takes smaller pieces.`,
    },
  },
  {
    id: 'piece-above-maximum',
    texts: [/piece size more than maximum allowed size/i],
    title: 'The piece is larger than the provider takes',
    cause: 'The provider’s ask names a maximum piece size, and this piece is above it.',
    fix: 'Split the data into smaller pieces, or choose a provider that takes larger ones.',
    figures: {
      pattern: /maximum allowed size: (\d{1,20}) > (\d{1,20})/i,
      fix: (size, maximum) =>
        `Split the data into pieces of at most ${formatBytes(maximum ?? '')}; this one has ${formatBytes(size ?? '')}.`,
    },
  },
  {
    id: 'price-below-ask',
    texts: [/storage price per epoch less than asking price/i],
    title: 'The price is below the provider’s ask',
    cause: 'The provider asks for more per epoch than the proposal offers.',
    fix: PRICE,
    figures: {
      pattern: /asking price: (\d{1,40}) < (\d{1,40})/i,
      fix: (price, ask) => `Offer at least ${ask} attoFIL per epoch instead of ${price}.`,
    },
  },
  {
    id: 'start-too-far',
    texts: [/deal start epoch is too far in the future/i],
    title: 'The deal begins too late for the provider',
    cause: 'The provider takes only deals that begin within a certain time.',
    fix: 'Choose an earlier start epoch.',
    figures: {
      pattern: /too far in the future: (\d{1,16}) > (\d{1,16})/i,
      fix: (start, latest) => `Choose a start epoch of ${latest} or earlier instead of ${start}.`,
    },
  },
  {
    id: 'start-elapsed',
    texts: [/start epoch (?:has )?already elapsed/i, /cannot seal a sector before/i],
    title: 'The deal was to begin earlier than it can',
    cause: 'The start epoch has passed, or comes before the provider can have sealed the sector.',
    fix: 'Propose the deal again with a start epoch two or three days from now.',
  },
  {
    id: 'duration-out-of-bounds',
    texts: [/deal duration out of bounds/i],
    title: 'The deal is too short or too long',
    cause: 'The network allows deals only between a shortest and a longest duration.',
    fix: 'Choose a duration within the bounds.',
    figures: {
      pattern: /\(min, max, provided\): (\d{1,12}), (\d{1,12}), (\d{1,12})/i,
      fix: (minimum, maximum, provided) => `Choose a duration of ${minimum} to ${maximum} epochs instead of ${provided}.`,
    },
  },
  {
    id: 'collateral-out-of-bounds',
    texts: [/proposed provider collateral (?:below minimum|above maximum)/i],
    title: 'The provider collateral is out of bounds',
    cause: 'The network allows only a range of collateral for a piece of this size.',
    fix: 'Ask for the bounds (StateDealProviderCollateralBounds) and propose again.',
    figures: {
      pattern: /(below minimum|above maximum): (\d{1,40}) [<>] (\d{1,40})/i,
      fix: (side, collateral, bound) =>
        `Propose a collateral of ${side?.toLowerCase() === 'below minimum' ? 'at least' : 'at most'} ${bound} attoFIL instead of ${collateral}.`,
    },
  },
  {
    id: 'client-funds-too-small',
    texts: [/clientMarketBalance\.Available too small/],
    title: 'The client’s market balance is too small',
    cause: 'The price of the deal has to lie in the market actor before the provider accepts it.',
    fix: MARKET_FUNDS,
    figures: {
      pattern: /too small: (\d{1,40}) < (\d{1,40})/i,
      fix: (available, required) => {
        const missing = BigInt(required ?? 0) - BigInt(available ?? 0);
        // A text may say anything, even that nothing is missing.
        if (missing <= 0n) return MARKET_FUNDS;
        return `Add at least ${missing} attoFIL to the client’s market balance: ${available} of ${required} are there.`;
      },
    },
  },
  {
    id: 'datacap-too-small',
    texts: [/DataCap too small for proposed piece size/i, /data cap missing/i],
    title: 'The client has too little DataCap',
    cause: 'A verified deal uses DataCap of the client, as much as the padded piece.',
    fix: 'Ask an allocator for DataCap, or propose the deal as not verified.',
  },
  {
    id: 'unverified-refused',
    texts: [/not accepting unverified storage deals/i],
    title: 'The provider takes verified deals only',
    cause: 'The provider’s rules refuse deals without DataCap.',
    fix: 'Propose it as a verified deal with DataCap, or choose another provider.',
  },
  {
    id: 'deals-refused',
    texts: [/not accepting (?:online |offline |verified )?storage deals/i],
    title: 'The provider takes no deals of this kind',
    cause: 'The provider’s rules refuse online, offline or all deals at present.',
    fix: 'Choose another kind of deal or another provider.',
  },
  {
    id: 'provider-not-reached',
    texts: [/failed to open stream/i, /routing: not found/i],
    title: 'The provider was not reached',
    cause: 'The peer id or the addresses that the provider has on chain lead nowhere at the moment.',
    fix: 'Look at the provider’s peer id and addresses (StateMinerInfo), and try again later or elsewhere.',
  },
  {
    id: 'refused-by-filter',
    texts: [/deal rejected unconditionally/i, /custom deal decision logic failed/i],
    title: 'The provider’s filter refused the deal',
    cause: 'A program of the provider decides which deals it takes, and does not say why.',
    fix: 'Ask the provider, or choose another one.',
  },
  {
    id: 'deal-rejected',
    texts: [/deal rejected/i],
    title: 'The provider rejected the deal',
    cause: 'The proposal does not fit the provider’s rules; its own text says which.',
    fix: 'Read the provider’s text, and change the proposal or the provider.',
  },
];

/** A deal's message in words. */
export interface DealMessageExplanation {
  /** Names the row of the table. */
  readonly id: string;
  readonly title: string;
  readonly cause: string;
  /** What to do, with the figures of the message where it has them. */
  readonly fix: string;
}

/** Explains the Message field of a deal. Undefined where it is empty or unknown. The text is the provider's: nothing is trusted. */
export function explainDealMessage(message: string): DealMessageExplanation | undefined {
  const text = boundedText(message);
  const row = DEAL_MESSAGES.find(({ texts }) => hasFragment(texts, text));
  return row === undefined ? undefined : { id: row.id, title: row.title, cause: row.cause, fix: fixFor(row, text) };
}
