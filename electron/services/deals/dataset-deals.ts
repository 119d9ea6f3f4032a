/** Pages, sums, exports and look-ups of deals in a network's dataset. Owned by the deals service. */
import { withIds } from '../../../shared/deals/filter-ids.ts';
import { type LookUpTarget, readLookUp } from '../../../shared/deals/look-up-text.ts';
import { parseAddress } from '../../../shared/domain/addresses/address.ts';
import type { FilterNode } from '../../../shared/filter/filter.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import type { Deal, DealLookUp, DealPage, DealQuestion, DealRow, DealSelection, DealSummary } from '../../../shared/ipc/schemas/deals.ts';
import { checkCids } from '../../dataset/cid-checker/cid-checker.ts';
import type { MarketRow } from '../../dataset/questions/deal-row.ts';
import { type ExportForm, type ExportPlan, planDealExport } from '../../dataset/questions/export-deals.ts';
import { lookUp } from '../../dataset/questions/look-up.ts';
import type { LookUpTally, ProviderTally } from '../../dataset/questions/look-up-tally.ts';
import type { MarketDataset, MarketDatasets } from '../../dataset/questions/market-dataset.ts';
import { MarketQuestions, type MarketSelection } from '../../dataset/questions/market-questions.ts';
import { readMarketDeal } from '../../dataset/questions/one-deal.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { readDealKey } from './deal-detail.ts';
import { dealKeyOf } from './deal-table.ts';
import { dealQuery } from './deal-table-view.ts';
import { listContext } from './list-context.ts';

/** Maximum number of deals in the result of a look-up. */
const MAX_ROWS = 500;
const SHOWN_PROVIDERS = 20;
/** A reading is numbered by dataset and epoch, as states depend on the head. */
const EPOCHS_IN_NUMBER = 1_000_000_000;

/** Resolves an address in a filter to its ID address; undefined if no actor has it. */
export type IdOf = (text: string) => Promise<string | undefined>;

export class DatasetDeals {
  readonly #datasets: MarketDatasets;
  #asked: { readonly dataset: MarketDataset; readonly letter: 'f' | 't'; readonly questions: MarketQuestions } | undefined;

  constructor(datasets: MarketDatasets) {
    this.#datasets = datasets;
  }

  /** @throws SextantError `not-found` if the network has no dataset */
  async page(
    connection: ActiveConnection,
    pinned: TipsetRef,
    { order, offset, limit, ...selection }: DealQuestion,
    idOf: IdOf,
  ): Promise<DealPage> {
    const { dataset, questions, moment } = await this.#ask(connection, pinned);
    const asked = await marketSelection(selection, idOf);
    const { matching, ...counts } = await questions.counts(asked, moment);
    const rows = await questions.page(asked, moment, order, offset, limit);
    const unknown = [...new Set(rows.filter(({ state }) => state === 'proving').map(({ providerId }) => providerId))];
    const context = listContext({ ref: pinned }, connection);
    const registry = await questions.registry();
    return {
      pinned,
      calls: [],
      source: 'dataset',
      asOf: asOfDataset(dataset, context.timeMsOf),
      ...(asked.of === undefined ? {} : { of: asked.of.map(context.actor) }),
      reading: dataset.number * EPOCHS_IN_NUMBER + pinned.height,
      total: await questions.total(),
      matching,
      offset,
      rows: rows.map((row) => dealRowOf(row, context)),
      counts,
      joined: registry?.joined ?? 0,
      faultsUnknown: { count: unknown.length, some: unknown.slice(0, SHOWN_PROVIDERS).map(context.actor) },
      odd: registry?.odd ?? 0,
      leftOut: 0,
      gaps: registry === undefined ? await missingRegistry(dataset) : [],
    };
  }

  /** @throws SextantError as `page` */
  async summary(connection: ActiveConnection, pinned: TipsetRef, selection: DealSelection, idOf: IdOf): Promise<DealSummary> {
    const { questions, moment } = await this.#ask(connection, pinned);
    return questions.summary(await marketSelection(selection, idOf), moment);
  }

  /** The deal of a key; undefined if the dataset has none. @throws SextantError as `page` */
  async deal(connection: ActiveConnection, pinned: TipsetRef, key: string): Promise<Deal | undefined> {
    const { dataset, moment } = await this.#ask(connection, pinned);
    const { kind, id, holderId } = readDealKey(key);
    const found = await readMarketDeal(dataset.engine, kind, id, moment);
    if (found === undefined) return undefined;
    const { row, agreed, terms } = found;
    if (kind !== 'f05' && holderId !== (kind === 'claim' ? row.providerId : row.clientId)) return undefined;
    const setEpoch = (epoch: number): number | undefined => (epoch < 0 ? undefined : epoch);
    const [sector, slashed, updated] = [row.sectorStartEpoch, row.slashEpoch, agreed?.lastUpdatedEpoch ?? -1].map(setEpoch);
    return {
      pinned,
      row: dealRowOf(row, listContext({ ref: pinned }, connection)),
      calls: [],
      dataset: asOfDataset(dataset, moment.timeMsOf),
      ...(agreed === undefined
        ? {}
        : {
            agreed: {
              providerCollateral: agreed.providerCollateral,
              clientCollateral: agreed.clientCollateral,
              ...(sector === undefined ? {} : { sectorStartEpoch: sector }),
              ...(updated === undefined ? {} : { lastUpdatedEpoch: updated }),
              ...(slashed === undefined ? {} : { slashEpoch: slashed }),
            },
          }),
      ...(terms === undefined
        ? {}
        : {
            terms: {
              termMin: terms.termMin,
              termMax: terms.termMax,
              ...(terms.termStart === undefined ? {} : { termStart: terms.termStart }),
              ...(row.claimId === undefined && row.kind !== 'ddo' ? {} : { claimId: row.claimId ?? row.id }),
            },
          }),
    };
  }

  /** The export of all matching deals, and its number of rows. @throws SextantError as `page` */
  async planExport(
    connection: ActiveConnection,
    pinned: TipsetRef,
    selection: DealSelection,
    form: ExportForm,
    idOf: IdOf,
  ): Promise<{ readonly dataset: MarketDataset; readonly plan: ExportPlan; readonly expected: number }> {
    const { dataset, questions, moment } = await this.#ask(connection, pinned);
    const asked = await marketSelection(selection, idOf);
    const { genesisTimeMs, blockDelaySeconds } = connection.facts;
    const plan = planDealExport(form, questions.condition(asked, moment), {
      dialect: dataset.engine.dialect,
      letter: connection.letter,
      moment,
      clock: { genesisTimeMs, blockDelaySeconds },
    });
    return { dataset, plan, expected: (await questions.counts(asked, moment)).matching };
  }

  /** @throws SextantError as `page` */
  async values(connection: ActiveConnection, pinned: TipsetRef, field: 'client' | 'provider', prefix: string) {
    const { questions } = await this.#ask(connection, pinned);
    return questions.values(field, prefix);
  }

  /** @throws SextantError as `page` */
  async lookUp(connection: ActiveConnection, pinned: TipsetRef, texts: readonly string[], idOf: IdOf): Promise<DealLookUp> {
    const { dataset, moment } = await this.#ask(connection, pinned);
    const targets = await targetsOf(texts, idOf);
    const found = await lookUp(dataset.engine, targets, moment, MAX_ROWS);
    return lookUpAnswer(connection, pinned, 'dataset', texts, targets, found, asOfDataset(dataset, moment.timeMsOf), false);
  }

  async #ask(connection: ActiveConnection, pinned: TipsetRef) {
    const dataset = await this.#datasets.current(connection.facts.genesisCid);
    if (dataset === undefined) {
      throw new SextantError('not-found', 'No dataset for this network. Load a market file under Deals, Dataset.');
    }
    const { letter } = connection;
    if (this.#asked?.dataset !== dataset || this.#asked.letter !== letter) {
      this.#asked = { dataset, letter, questions: new MarketQuestions(dataset.engine, letter) };
    }
    const { epochOf, timeMsOf } = listContext({ ref: pinned }, connection);
    return { dataset, questions: this.#asked.questions, moment: { head: pinned.height, asOf: dataset.epoch, epochOf, timeMsOf } };
  }
}

/** @throws SextantError as `checkCids` */
export async function lookUpByChecker(
  connection: ActiveConnection,
  pinned: TipsetRef,
  url: string,
  texts: readonly string[],
  idOf: IdOf,
): Promise<DealLookUp> {
  const targets = await targetsOf(texts, idOf);
  const found = await checkCids(texts, targets, { url, letter: connection.letter, maxRows: MAX_ROWS });
  return lookUpAnswer(connection, pinned, 'checker', texts, targets, found, found.asOf, found.isCut);
}

async function marketSelection({ kind, filter, of }: DealSelection, idOf: IdOf): Promise<MarketSelection> {
  const node: FilterNode | undefined = dealQuery(kind, filter ?? '').filter.node;
  const ids = await Promise.all((of ?? []).map((address) => requireId(address, idOf)));
  return {
    kind,
    node: node === undefined ? undefined : await withIds(node, idOf),
    of: of === undefined ? undefined : ids,
  };
}

async function requireId(address: string, idOf: IdOf): Promise<number> {
  const id = await idOf(address);
  if (id === undefined) {
    throw new SextantError('not-found', `Actor ${address} does not exist on this network.`, {
      details: { fields: { of: 'No such actor.' } },
    });
  }
  return Number(id.slice(2));
}

/** Addresses become ID addresses, as deals store them. */
async function targetsOf(texts: readonly string[], idOf: IdOf): Promise<readonly (LookUpTarget | undefined)[]> {
  const targets: (LookUpTarget | undefined)[] = [];
  for (const text of texts) {
    const target = readLookUp(text);
    if (target?.kind !== 'address') {
      targets.push(target);
      continue;
    }
    const id = await idOf(text);
    targets.push(id === undefined ? undefined : { kind: 'address', address: parseAddress(id) });
  }
  return targets;
}

function lookUpAnswer(
  connection: ActiveConnection,
  pinned: TipsetRef,
  source: DealLookUp['source'],
  texts: readonly string[],
  targets: readonly (LookUpTarget | undefined)[],
  { tally, rows }: { readonly tally: LookUpTally; readonly rows: readonly MarketRow[] },
  asOf: DealLookUp['asOf'],
  isCut: boolean,
): DealLookUp {
  const context = listContext({ ref: pinned }, connection);
  const until = (epoch: number | undefined) => (epoch === undefined ? {} : { untilEpoch: epoch, untilTimeMs: context.timeMsOf(epoch) });
  return {
    source,
    ...(asOf === undefined ? {} : { asOf }),
    results: texts.map((text, index) => {
      const target = targets[index];
      const providers = tally.of(index);
      const sum = (count: (entry: ProviderTally) => number): number => providers.reduce((all, entry) => all + count(entry), 0);
      const last = providers.reduce<number | undefined>(
        (all, { untilEpoch }) => (untilEpoch === undefined ? all : Math.max(all ?? 0, untilEpoch)),
        undefined,
      );
      return {
        text,
        kind: target?.kind ?? 'unknown',
        ...(target?.kind === 'piece' && target.cid !== text ? { pieceCid: target.cid } : {}),
        deals: sum(({ deals }) => deals),
        active: sum(({ active }) => active),
        ...until(last),
        providerCount: providers.length,
        activeProviderCount: sum(({ active }) => Number(active > 0)),
        providers: providers.slice(0, SHOWN_PROVIDERS).map(({ providerId, deals, active, untilEpoch }) => ({
          address: context.actor(providerId),
          deals,
          active,
          ...until(untilEpoch),
        })),
        ...(target === undefined ? { problem: 'Not a CID, a deal ID or an existing address.' } : {}),
      };
    }),
    rows: rows.map((row) => dealRowOf(row, context)),
    isCut,
  };
}

/** Why a dataset has no claims and allocations: no update yet, or the error that the last one stored. */
async function missingRegistry({ engine }: MarketDataset): Promise<DealPage['gaps']> {
  const [row] = await engine.query("SELECT value FROM about WHERE key = 'registry_problem'");
  const message =
    row?.[0] === undefined || row[0] === null
      ? 'Not in the market file. Update from chain to read them.'
      : `Could not read them from the chain: ${String(row[0])}`;
  const problem = { code: 'capability-missing', message, retryable: false } as const;
  return [
    { what: 'claims', problem },
    { what: 'allocations', problem },
  ];
}

function asOfDataset({ epoch, writtenAtMs, host }: MarketDataset, timeMsOf: (epoch: number) => number): NonNullable<DealPage['asOf']> {
  return {
    epoch,
    timeMs: timeMsOf(epoch),
    ...(writtenAtMs === undefined ? {} : { writtenAtMs }),
    ...(host === undefined ? {} : { host }),
  };
}

function dealRowOf(
  row: MarketRow,
  { timeMsOf, actor }: { readonly timeMsOf: (epoch: number) => number; readonly actor: (id: number) => string },
): DealRow {
  const [client, provider] = [actor(row.clientId), actor(row.providerId)];
  return {
    key: dealKeyOf(row.kind, row.id, row.kind === 'allocation' ? client : provider),
    kind: row.kind,
    id: row.id,
    ...(row.claimId === undefined ? {} : { claimId: row.claimId }),
    pieceCid: row.pieceCid,
    pieceSizeBytes: row.pieceSize,
    isVerified: row.isVerified,
    client,
    provider,
    ...(row.label === undefined ? {} : { label: row.label }),
    ...(row.sectorNumber === undefined ? {} : { sectorNumber: row.sectorNumber }),
    state: row.state,
    ...(row.startEpoch === undefined ? {} : { startEpoch: row.startEpoch, startTimeMs: timeMsOf(row.startEpoch) }),
    endEpoch: row.endEpoch,
    endTimeMs: timeMsOf(row.endEpoch),
    ...(row.mayEndEpoch === undefined ? {} : { mayEndEpoch: row.mayEndEpoch }),
    ...(row.price === undefined ? {} : { pricePerEpoch: row.price.toString() }),
  };
}
