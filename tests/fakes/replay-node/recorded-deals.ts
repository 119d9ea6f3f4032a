/**
 * Recorded deals and claims of mainnet, as answers of a node: the 38 messages that published 242 proposals, and the 168 events that the
 * verified registry told when data was claimed.
 *
 * Recorded: proposals, deal ids, messages, events. Constructed, because no file holds them: that no proposal was activated yet, and
 * the claims of XX
 */
import { RecordedChain } from './recorded-chain.ts';
import { readRecorded } from './recorded-json.ts';
import type { Link, RecordedMessage } from './recorded-types.ts';
import { RpcFailure } from './replay-rpc.ts';

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

export interface RecordedProposal {
  readonly Proposal: {
    readonly PieceCID: Link;
    readonly PieceSize: number;
    readonly VerifiedDeal: boolean;
    readonly Client: string;
    readonly Provider: string;
    readonly Label: string;
    readonly StartEpoch: number;
    readonly EndEpoch: number;
    readonly StoragePricePerEpoch: string;
  };
  readonly pendingProposalCid: Link;
}

export interface RecordedPublishing {
  readonly epoch: number;
  readonly msgCid: string;
  readonly exitCode: number;
  /** One for each proposal; null where the message failed. */
  readonly dealIds: readonly number[] | null;
  readonly deals: readonly RecordedProposal[];
}

interface RecordedEvent {
  readonly emitter: string;
  readonly entries: readonly { readonly Codec: number; readonly Key: string; readonly Value: string }[];
  readonly height: number;
  readonly msgCid: Link;
}

/** The values of an event by its keys, as whoever recorded it read them. */
export interface RecordedClaim {
  readonly id: number;
  readonly client: number;
  readonly provider: number;
  readonly 'piece-cid': string;
  readonly 'piece-size': number;
  readonly 'term-min': number;
  readonly 'term-max': number;
  readonly 'term-start': number;
  readonly sector: number;
}

interface EventFilter {
  readonly addresses?: readonly string[];
  readonly fields?: Readonly<Record<string, readonly { readonly codec: number; readonly value: string }[]>>;
  readonly fromHeight?: number;
  readonly toHeight?: number;
}

/** Messages that published storage deals, with their proposals. */
export function publishings(): readonly RecordedPublishing[] {
  return readRecorded('deals/published-storage-deals.json.gz') as RecordedPublishing[];
}

/** Claims, each with the message and the epoch of its event. */
export function recordedClaims(): readonly (RecordedClaim & { readonly messageCid: string; readonly height: number })[] {
  const { events, decoded } = claimEvents();
  return events.map(({ msgCid, height }, index) => ({ ...(decoded[index] as RecordedClaim), messageCid: msgCid['/'], height }));
}

function claimEvents() {
  return readRecorded('chain/actor-events-mainnet-4622129.json.gz') as {
    readonly events: readonly RecordedEvent[];
    readonly decoded: readonly RecordedClaim[];
  };
}

/** The market with all proposals that were published, and every message that tried to. */
export function proposalAnswers(): Answers {
  const chain = new RecordedChain('mainnet');
  const of2020 = new Map(
    (readRecorded('chain/mainnet-messages-2020.json.gz') as { msgCid: string; msg: RecordedMessage }[]).map((one) => [one.msgCid, one.msg]),
  );
  const deals = Object.fromEntries(
    publishings().flatMap(({ dealIds, deals: published }) =>
      (dealIds ?? []).map((id, index) => [
        id,
        { Proposal: published[index]?.Proposal, State: { SectorNumber: 0, SectorStartEpoch: -1, LastUpdatedEpoch: -1, SlashEpoch: -1 } },
      ]),
    ),
  );
  return {
    StateMarketDeals: () => deals,
    StateMarketStorageDeal: ([id]) => deals[String(id)] ?? refuse(`deal ${String(id)} not found`),
    StateGetAllClaims: () => ({}),
    StateGetAllAllocations: () => ({}),
    ChainGetMessage: ([link]) => {
      const cid = (link as Link)['/'];
      return of2020.get(cid) ?? chain.message(cid)?.execution.Msg ?? refuse(`ipld: could not find ${cid}`);
    },
  };
}

/** The registry of an endpoint that serves what public ones do: claims by provider, and events by what a filter names. */
export function claimAnswers(): Answers {
  const { events } = claimEvents();
  const claimsOf = (provider: unknown): Readonly<Record<string, object>> =>
    Object.fromEntries(recordedClaims().flatMap((claim) => (`f0${claim.provider}` === provider ? [[claim.id, stateOf(claim)]] : [])));
  return {
    StateGetClaims: ([provider]) => claimsOf(provider),
    StateGetClaim: ([provider, id]) => claimsOf(provider)[String(id)] ?? null,
    StateGetAllocations: () => ({}),
    GetActorEventsRaw: ([filter]) => events.filter((event) => isAskedFor(event, (filter ?? {}) as EventFilter)),
  };
}

function stateOf(claim: RecordedClaim): object {
  return {
    Provider: claim.provider,
    Client: claim.client,
    Data: { '/': claim['piece-cid'] },
    Size: claim['piece-size'],
    TermMin: claim['term-min'],
    TermMax: claim['term-max'],
    TermStart: claim['term-start'],
    Sector: claim.sector,
  };
}

/** As Lotus does it: of each key that is named one of its values, byte for byte. */
function isAskedFor({ emitter, entries, height }: RecordedEvent, { addresses, fields = {}, fromHeight, toHeight }: EventFilter): boolean {
  const has = ([key, values]: [string, readonly { codec: number; value: string }[]]): boolean =>
    entries.some(
      ({ Key, Codec, Value }) =>
        Key === key && (values.length === 0 || values.some(({ codec, value }) => codec === Codec && value === Value)),
    );
  return (
    height >= (fromHeight ?? 0) &&
    height <= (toHeight ?? Number.POSITIVE_INFINITY) &&
    (addresses === undefined || addresses.includes(emitter)) &&
    Object.entries(fields).every(has)
  );
}

function refuse(text: string): never {
  throw new RpcFailure(1, text);
}
