/**
 * Deals of the market actor at one pinned tipset. Reads only; owns no topic.
 *
 * StateMarketDeals builds the whole market in one answer: fine on a small network, refused by every public endpoint, and not asked
 * of a network with more deals than can be shown. What is not served says so in the panel and leaves single deals by number.
 */
import { epochToTimeMs } from '../../../shared/domain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Deal, DealList, DealRow } from '../../../shared/ipc/schemas/providers.ts';
import {
  type NodeMarketDeal,
  zNodeMarketDeal,
  zNodeMarketDeals,
  zNodeMarketState,
} from '../../../shared/validation/node/provider-state.ts';
import type { ChainService } from '../chain/chain-service.ts';
import { type PinnedNode, panelOf, readPinned } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { inLetter, readIdAddress } from '../network-address.ts';
import { type DealRowContext, dealRow } from './deal-rows.ts';

/** Rows that one answer carries to the screen; `total` says how many there are. */
const ROW_LIMIT = 2000;
/** Beyond so many deals ever published the whole-market answer is not asked for. */
const MARKET_LIMIT = 200_000n;
const MARKET_TIMEOUT_MS = 60_000;

export interface DealsServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
}

export class DealsService {
  readonly #connections: ActiveConnectionSource;
  readonly #chain: DealsServiceOptions['chain'];

  constructor(options: DealsServiceOptions) {
    this.#connections = options.connections;
    this.#chain = options.chain;
  }

  /**
   * Deals, newest first, filtered by provider and by a text that occurs in number, piece CID, label, client or provider.
   *
   * @throws SextantError `not-connected`; everything else is the panel's own error
   */
  async listDeals({ provider, text }: { readonly provider?: string | undefined; readonly text?: string | undefined }): Promise<DealList> {
    const connection = await this.#connections.requireActive();
    await this.#chain.whenHead();
    return readPinned(connection.client, this.#chain.tipsets, 'deals: list', async (node) => ({
      pinned: node.ref,
      deals: await panelOf(() => listAt(node, connection, provider, text)),
    }));
  }

  /** @throws SextantError `not-found` when the market actor has no such deal at the pinned tipset */
  async getDeal({ dealId }: { readonly dealId: number }): Promise<Deal> {
    const connection = await this.#connections.requireActive();
    await this.#chain.whenHead();
    return readPinned(connection.client, this.#chain.tipsets, 'deals: one deal', async (node) => {
      try {
        const { value, call } = await node.read('StateMarketStorageDeal', (key) => [dealId, key], zNodeMarketDeal);
        return { pinned: node.ref, deal: dealRow(dealId, value, contextOf(node, connection)), calls: [call] };
      } catch (error) {
        if (error instanceof SextantError && /deal \d+ not found/i.test(error.details?.nodeMessage ?? '')) {
          throw new SextantError(
            'not-found',
            `The market actor has no deal ${dealId}. Deals leave it when they are settled, slashed or were never activated.`,
            { ...(error.details === undefined ? {} : { details: error.details }), cause: error },
          );
        }
        throw error;
      }
    });
  }
}

async function listAt(node: PinnedNode, connection: ActiveConnection, provider: string | undefined, text: string | undefined) {
  await refuseHugeMarket(node, connection);
  const { value, call } = await node.read('StateMarketDeals', (key) => [key], zNodeMarketDeals, MARKET_TIMEOUT_MS);
  const wantedProvider = provider === undefined ? undefined : await readIdAddress(node, connection.letter, provider, 'provider');
  const wantedText = text?.trim().toLowerCase() ?? '';
  const context = contextOf(node, connection);
  const rows: DealRow[] = [];
  let total = 0;
  const ids = Object.keys(value ?? {}).sort((left, right) => Number(right) - Number(left));
  for (const id of ids) {
    const parsed = zNodeMarketDeal.safeParse(value?.[id]);
    // One odd row must not hide the others; it can still be asked for by its number.
    if (!parsed.success || !/^\d{1,15}$/.test(id)) {
      continue;
    }
    const row = rowIfWanted(Number(id), parsed.data, context, wantedProvider, wantedText);
    if (row !== undefined) {
      total++;
      if (rows.length < ROW_LIMIT) {
        rows.push(row);
      }
    }
  }
  return { value: { total, rows }, calls: [call] };
}

function rowIfWanted(
  dealId: number,
  deal: NodeMarketDeal,
  context: DealRowContext,
  provider: string | undefined,
  text: string,
): DealRow | undefined {
  const row = dealRow(dealId, deal, context);
  if (provider !== undefined && row.provider !== provider) {
    return undefined;
  }
  const isHit =
    text === '' || [String(dealId), row.pieceCid, row.label, row.client, row.provider].some((part) => part.toLowerCase().includes(text));
  return isHit ? row : undefined;
}

/** The market's size costs one small call to learn; where even that is refused, the large call decides for itself. */
async function refuseHugeMarket(node: PinnedNode, connection: ActiveConnection): Promise<void> {
  let dealCount: bigint;
  try {
    const state = await node.read('StateReadState', (key) => [`${connection.letter}05`, key], zNodeMarketState);
    dealCount = state.value.State.NextID;
  } catch (error) {
    if (error instanceof SextantError) {
      return;
    }
    throw error;
  }
  if (dealCount > MARKET_LIMIT) {
    throw new SextantError(
      'capability-missing',
      `This network has published ${dealCount} deals: too many for one StateMarketDeals answer. Look a deal up by its number.`,
      { details: { method: 'StateMarketDeals' } },
    );
  }
}

function contextOf(node: PinnedNode, connection: ActiveConnection): DealRowContext {
  const { facts, letter } = connection;
  return { epoch: node.ref.height, timeMsOf: (epoch) => epochToTimeMs(epoch, facts), address: (text) => inLetter(text, letter) };
}
