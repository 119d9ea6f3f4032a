/**
 * Creates the services and binds them to the contract. Called once per profile by both composition roots and by tests.
 *
 * Independent of the host, whose differences are passed as ports.
 */
import { defined } from '../shared/collections/defined.ts';
import { contract, type SextantContract } from '../shared/ipc/contract.ts';
import type { HandlersOf, TopicsOf } from '../shared/ipc/derive.ts';
import { AtomicDocument } from './persistence/atomic-document.ts';
import { Disposables } from './platform/disposables.ts';
import type { CorePorts } from './platform/ports.ts';
import { ActorsService } from './services/actors/actors-service.ts';
import { AttentionService } from './services/attention/attention-service.ts';
import { ChainService } from './services/chain/chain-service.ts';
import type { ActiveConnection } from './services/connections/active-connection.ts';
import { ConnectionsService } from './services/connections/connections-service.ts';
import { EndpointRequests } from './services/connections/endpoint-requests.ts';
import { followVault } from './services/connections/follow-vault.ts';
import { MissingMethods } from './services/connections/passport-missing-methods.ts';
import { PassportService } from './services/connections/passport-service.ts';
import { DatasetExports } from './services/dataset/dataset-exports.ts';
import { DatasetRejects } from './services/dataset/dataset-rejects.ts';
import { DatasetService } from './services/dataset/dataset-service.ts';
import { DatasetUpdates } from './services/dataset/dataset-updates.ts';
import { OpenDatasets } from './services/dataset/open-datasets.ts';
import { DealsService } from './services/deals/deals-service.ts';
import { SavedFilters } from './services/filters/saved-filters.ts';
import { HistoryService } from './services/history/history-service.ts';
import { createInspectorArea } from './services/inspector/inspector-area.ts';
import { noteShownCalls } from './services/inspector/note-shown-calls.ts';
import { MempoolService } from './services/mempool/mempool-service.ts';
import { createWalletArea, type WalletArea } from './services/messages/wallet-area.ts';
import { MinerReads } from './services/miners/miner-reads.ts';
import { MinersService } from './services/miners/miners-service.ts';
import { zWatchedMiners } from './services/miners/watched-miners.ts';
import { NetworkVersionService } from './services/network-version/network-version-service.ts';
import { NodeService } from './services/node/node-service.ts';
import { countEndingDeals } from './services/own-miners/ending-deals.ts';
import { OwnMinersService } from './services/own-miners/own-miners-service.ts';
import { SealingService } from './services/sealing/sealing-service.ts';
import { SettingsService } from './services/settings/settings-service.ts';
import { StateService } from './services/state/state-service.ts';
import { TipsetDiffService } from './services/tipset-diff/tipset-diff-service.ts';
import { UpgradeRehearsals } from './services/upgrades/upgrade-rehearsal.ts';
import { VaultSealedSecrets } from './wallet/vault-sealed-secrets.ts';

export interface Core {
  readonly handlers: HandlersOf<SextantContract>;
  readonly topics: TopicsOf<SextantContract>;
  /** Loads stored data and starts to connect, without waiting for the node. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws SextantError `disk-failure` if the send journal cannot be opened, since signing requires it */
export async function createCore(ports: CorePorts): Promise<Core> {
  const { clock, logger, paths, trusted, environment } = ports;
  const sealed = ports.secrets.isEncrypted === true ? undefined : new VaultSealedSecrets(ports.secrets, () => walletArea.vault);
  const inspector = createInspectorArea({
    paths,
    clock,
    logger,
    version: ports.version,
    connections: () => connections,
    head: () => chain.slice.get(),
    signatures: () => walletArea.signatures,
  });
  const settings = new SettingsService({ paths, logger });
  const filters = new SavedFilters({ paths, logger });
  const missing = new MissingMethods(inspector.tap);
  const connections = new ConnectionsService({
    clock,
    logger,
    paths,
    secrets: sealed ?? ports.secrets,
    environment,
    embeddedNode: ports.embeddedNode,
    tap: missing,
    missing,
  });
  const endpointRequests = new EndpointRequests({
    practice: ports.embeddedNode?.hosted,
    clock,
    logger,
    addConnection: (draft) => connections.addConnection(draft),
  });
  const passports = new PassportService({ clock, logger, paths, version: ports.version, connections, tap: inspector.tap, missing });
  const chain = new ChainService({ connections, clock, logger });
  const versions = new NetworkVersionService({ connections, chain, logger });
  const node = new NodeService({ connections, clock, missing });
  const watched = new AtomicDocument({
    path: paths.file('watched-miners.json'),
    schema: zWatchedMiners,
    version: 1,
    initial: () => ({ byGenesis: {} }),
    logger,
  });
  const miners = new MinersService({ connections, chain, watched });
  const base = { connections, chain, clock, logger };
  const minersOf = (connection: ActiveConnection) => miners.ownMiners(connection);
  const state = new StateService(base);
  const sectorsOfRead = (readId: string) => state.sectorsOf(readId);
  const minerReads = new MinerReads({ connections, chain, ownMiners: minersOf, sectorsOfRead, logger });
  const history = new HistoryService({ ...base, paths });
  const exports = new DatasetExports({ paths, logger });
  const dataset: DatasetService = new DatasetService({
    ...base,
    paths,
    secrets: sealed ?? ports.secrets,
    datasets: { current: (genesisCid) => datasets.current(genesisCid) },
  });
  const datasets = new OpenDatasets((genesisCid) => dataset.currentOf(genesisCid), exports.folder);
  const rejects = new DatasetRejects({ connections, datasets, exports });
  const datasetUpdates = new DatasetUpdates({ ...base, datasets });
  const deals = new DealsService({
    ...base,
    datasets,
    exports,
    blocks: state.cache,
    ownMiners: minersOf,
    cidCheckerOf: (id) => connections.slice.get().connections.find((connection) => connection.id === id)?.cidCheckerUrl,
  });
  const ownMiners = new OwnMinersService({
    ...base,
    miners,
    history,
    endingDeals: (miner, networkVersion) => countEndingDeals(deals, miner, networkVersion),
  });
  const sealing = new SealingService({ ...base, paths, blocks: state.cache, ownMiners: minersOf, deals });
  const walletArea: WalletArea = await createWalletArea({
    ...base,
    settings: settings.slice,
    updateSafety: (safety) => settings.updateSafety(safety),
    paths,
    ...defined({ texts: sealed }),
  });
  const actors = new ActorsService({ connections, chain, book: walletArea.known, clock, blocks: state.cache });
  const mempool = new MempoolService({ ...base, book: walletArea.known });
  const tipsetDiff = new TipsetDiffService({ ...base, blocks: state.cache, ownMiners: minersOf });
  const rehearsals = new UpgradeRehearsals({
    connections,
    chain,
    plans: walletArea.plans,
    book: walletArea.known,
    ownMiners: minersOf,
    minerReads,
    deals,
  });
  const attention = new AttentionService({
    head: chain.slice,
    connections: connections.slice,
    passports: passports.topic,
    passportFile: passports.file,
    historyFile: history.file,
    journal: walletArea.topics.messages.journalChanged,
    wallet: walletArea.topics.wallet.changed,
    ownMiners: ownMiners.slice,
    balances: walletArea.ownBalances,
    clock,
    logger,
  });
  const running = new Disposables();

  const shown = noteShownCalls({
    contract,
    handlers: {
      ...walletArea.handlers,
      ...inspector.handlers,
      app: {
        getInfo: async () => ({ version: ports.version, host: ports.host, platform: process.platform, profilePath: paths.folder }),
        openTrusted: (purpose) => trusted.open(purpose),
      },
      settings: {
        updateSettings: (change) => settings.updateSettings(change),
      },
      filters: {
        saveFilter: (filter) => nothing(filters.save(filter)),
        removeFilter: (filter) => nothing(filters.remove(filter)),
      },
      connections: {
        addConnection: (draft) => connections.addConnection(draft),
        updateConnection: ({ id, draft }) => nothing(connections.updateConnection(id, draft)),
        removeConnection: ({ id }) => nothing(connections.removeConnection(id)),
        activateConnection: ({ id }) => nothing(connections.activateConnection(id)),
        setAsideSaved: () => nothing(connections.setAsideSaved()),
        dismissReplacedChain: () => nothing(connections.dismissReplacedChain()),
        acceptOffer: ({ id, connectionId }) => connections.acceptOffer(id, connectionId),
        readApiInfo: async ({ text, api }) => connections.readApiInfo(text, api),
        getApiInfo: async ({ id }) => connections.getApiInfo(id),
        probeConnection: ({ draft, id }) => connections.probeConnection(draft, id),
        requestEndpoint: (wishes) => endpointRequests.request(wishes),
        withdrawEndpoint: ({ id }) => nothing(endpointRequests.withdraw(id)),
        saveRequestedEndpoint: ({ id }) => nothing(endpointRequests.save(id)),
        runPassport: ({ id, skipsBurst }) => nothing(passports.run(id, skipsBurst)),
        stopPassport: ({ id }) => nothing(passports.stopRun(id)),
        getPassportText: ({ id }) => passports.getText(id),
      },
      node: {
        getStatus: (request) => node.getStatus(request),
        getPeerAgents: ({ peerIds }) => node.getPeerAgents(peerIds),
        rehearseUpgrade: (question) => rehearsals.rehearse(question),
      },
      chain: {
        getOverview: (request) => chain.getOverview(request),
        getTipset: (request) => chain.getTipset(request),
        getTipsetReward: (request) => chain.getTipsetReward(request),
        getRewardStreams: (request) => chain.getRewardStreams(request),
        getStreamClaims: (request) => chain.getStreamClaims(request),
        getBlock: (request) => chain.getBlock(request),
        getReceiverTypes: (request) => chain.getReceiverTypes(request),
        getMessage: (request) => chain.getMessage(request),
        getMessageInside: (request) => chain.getMessageInside(request),
        search: (request) =>
          chain.search(request, {
            book: walletArea.known,
            ownMiners: async () => miners.ownMiners(await connections.requireActive()),
          }),
      },
      actors: {
        getActor: (request) => actors.getActor(request),
        getMultisig: (request) => actors.getMultisig(request),
        getHoldings: (request) => actors.getHoldings(request),
        findMessages: (request) => actors.findMessages(request),
      },
      mempool: {
        getPool: () => mempool.getPool(),
        listMessages: (request) => mempool.listMessages(request),
        listFilterValues: (request) => mempool.listFilterValues(request),
      },
      miners: {
        listMiners: (request) => miners.listMiners(request),
        getMiner: (request) => minerReads.getMiner(request),
        getLastBlock: ({ address }) => chain.getLastBlock(address, history.lastWinOf(address)),
        readSectors: (request) => minerReads.readSectors(request),
        stopSectors: (request) => minerReads.stopSectors(request),
        listSectors: (request) => minerReads.listSectors(request),
        summariseSectors: (request) => minerReads.summariseSectors(request),
        planQualityUpgrade: (request) => minerReads.planQualityUpgrade(request),
        planSectorChange: (request) => minerReads.planSectorChange(request),
        getSector: (request) => minerReads.getSector(request),
        getDeadline: (request) => minerReads.getDeadline(request),
        watchMiner: (request) => miners.watchMiner(request),
      },
      ownMiners: {
        getOwnMiners: (request) => ownMiners.getOwnMiners(request),
      },
      history: {
        getSeries: (request) => history.getSeries(request),
        fillBaseFees: (request) => history.fillBaseFees(request),
        stopFill: () => history.stopFill(),
        getChanges: (request) => history.getChanges(request),
      },
      tipsetDiff: {
        compareTipsets: (request) => tipsetDiff.compareTipsets(request),
        startStateDiff: (request) => tipsetDiff.startStateDiff(request),
        cancelStateDiff: (request) => tipsetDiff.cancelStateDiff(request),
        continueStateDiff: (request) => tipsetDiff.continueStateDiff(request),
        getStateDiff: (request) => tipsetDiff.getStateDiff(request),
      },
      state: {
        startMinerRead: (request) => state.startMinerRead(request),
        cancelRead: (request) => state.cancelRead(request),
        continueRead: (request) => state.continueRead(request),
        getMinerRead: (request) => state.getMinerRead(request),
      },
      sealing: {
        listMiners: () => sealing.listMiners(),
        getChainBoard: (request) => sealing.getChainBoard(request),
        stopChainBoard: (request) => sealing.stopChainBoard(request),
        getSectorProgress: (request) => sealing.getSectorProgress(request),
        checkRetrieval: (request) => sealing.checkRetrieval(request),
      },
      dataset: {
        getDataset: () => dataset.getDataset(),
        startLoad: (source) => nothing(dataset.startLoad(source)),
        pauseLoad: () => nothing(dataset.pauseLoad()),
        resumeLoad: () => nothing(dataset.resumeLoad()),
        stopLoad: () => nothing(dataset.stopLoad()),
        getPlace: () => dataset.getPlace(),
        testServer: (draft) => dataset.testServer(draft),
        selectServer: (draft) => dataset.selectServer(draft),
        selectThisMachine: () => dataset.selectThisMachine(),
        forgetServer: () => dataset.forgetServer(),
        listRejects: (request) => rejects.list(request),
        exportRejects: () => rejects.startExport(),
        readExport: (request) => exports.readExport(request),
        stopExport: () => nothing(exports.stopExport()),
        startUpdate: () => nothing(datasetUpdates.startUpdate()),
        stopUpdate: () => nothing(datasetUpdates.stopUpdate()),
        setKeepCurrent: (request) => nothing(datasetUpdates.setKeepCurrent(request)),
      },
      deals: {
        listDeals: (request) => deals.listDeals(request),
        summarizeDeals: (request) => deals.summarizeDeals(request),
        listFilterValues: (request) => deals.listFilterValues(request),
        lookUp: (request) => deals.lookUp(request),
        startExport: (request) => deals.startExport(request),
        getDeal: (request) => deals.getDeal(request),
        findMessage: (request) => deals.findMessage(request),
        getProposal: (request) => deals.getProposal(request),
        startRead: (request) => deals.startRead(request),
        cancelRead: () => deals.cancelRead(),
      },
    },
    topics: {
      ...walletArea.topics,
      ...inspector.topics,
      settings: { changed: settings.slice },
      filters: { changed: filters.slice },
      connections: {
        changed: connections.slice,
        endpointRequestsChanged: endpointRequests.slice,
        passportsChanged: passports.topic,
        passportFileChanged: passports.file,
      },
      chain: { headChanged: chain.slice, versionChanged: versions.slice },
      mempool: { changed: mempool.slice },
      miners: { sectorsProgressed: minerReads.sectorsProgressed },
      ownMiners: { changed: ownMiners.slice },
      attention: { changed: attention.slice },
      history: { fileChanged: history.file },
      sealing: { boardChanged: sealing.slice },
      state: { readProgressed: state.topic },
      tipsetDiff: { readProgressed: tipsetDiff.topic },
      dataset: { loadChanged: dataset.load, exportChanged: exports.topic, updateChanged: datasetUpdates.topic },
      deals: { readProgressed: deals.topic },
    },
    note: (ids) => inspector.noteReferenced(ids),
  });

  return {
    handlers: shown.handlers,
    topics: shown.topics,
    async start() {
      running.add(() => attention.stop());
      attention.start();
      await settings.start();
      await filters.start();
      running.add(() => inspector.stop());
      running.add(shown.stop);
      running.add(() => walletArea.stop());
      await walletArea.start();
      if (sealed !== undefined) {
        running.add(followVault({ wallet: walletArea.topics.wallet.changed, sealed, connections, logger }));
      }
      running.add(() => chain.stop());
      chain.start();
      running.add(() => versions.stop());
      versions.start();
      running.add(() => history.stop());
      history.start();
      running.add(ownMiners.slice.onChange((known) => history.noteOwnMiners(known)));
      running.add(() => ownMiners.stop());
      ownMiners.start();
      running.add(() => sealing.stop());
      sealing.start();
      running.add(() => mempool.stop());
      mempool.start();
      running.add(() => minerReads.stop());
      running.add(() => state.stop());
      running.add(() => tipsetDiff.stop());
      running.add(() => deals.stop());
      running.add(() => dataset.stop());
      running.add(() => datasets.stop());
      running.add(() => datasetUpdates.stop());
      running.add(() => exports.stop());
      await dataset.start();
      await exports.clean();
      datasetUpdates.start();
      // Last, after all listeners of the active connection are registered.
      running.add(() => connections.stop());
      running.add(() => endpointRequests.stop());
      await connections.start();
      running.add(() => passports.stop());
      await passports.start();
    },
    stop: () => running.dispose(),
  };
}

/** Result of calls without an answer: an empty object. */
async function nothing(done: Promise<void>): Promise<Record<string, never>> {
  await done;
  return {};
}
