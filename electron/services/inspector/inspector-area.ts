/**
 * The call inspector: calls between Sextant and its nodes, live or from saved sessions, and calls written by hand.
 *
 * Only shows recordings, which contain no secrets. A call written by hand is sent to the active connection unchanged. The handlers are called
 * by documents; the node clients report to the tap.
 */
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf, TopicsOf } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import { lotusCommand } from '../../../shared/rpc/lotus-command.ts';
import type { Clock, Logger, ProfilePaths } from '../../platform/ports.ts';
import { releaseMemory } from '../../platform/release-memory.ts';
import { workerEntry } from '../../platform/worker-entry.ts';
import type { CallTap } from '../../rpc/call-tap.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import { BodyKeeper } from './body-keeper.ts';
import { bodyOf, findInRecordedBody, openRecordedBody, readRecordedText } from './body-reading.ts';
import { callDetail } from './call-detail.ts';
import { CallExports } from './call-exports.ts';
import { CallListing } from './call-listing.ts';
import { CallRecorder } from './call-recorder.ts';
import { CallSender } from './call-sender.ts';
import { CallSessions } from './call-sessions.ts';
import type { CallSource, RecordedCall } from './call-source.ts';
import { compareCalls } from './compare-calls.ts';
import { copyCall } from './copy-call.ts';
import { decodeCall } from './decoded-call.ts';
import { InspectorStateTopic } from './inspector-state.ts';
import type { OwnSignatures } from './journal-signatures.ts';
import { PinnedCalls } from './pinned-calls.ts';
import { TemporaryFiles } from './temporary-files.ts';

/** How long a cleared recording can be restored. */
const UNDO_MS = 30_000;

export interface InspectorAreaOptions {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly connections: () => Pick<ActiveConnectionSource, 'requireChosen' | 'openConnection' | 'urlsOf' | 'getActive'>;
  /** Version of Sextant, for saved files. */
  readonly version: string;
  /** Messages signed on this machine. */
  readonly signatures: () => OwnSignatures;
  /** Replaces the real one in tests. */
  readonly releaseMemory?: () => void;
  /** The head of the active connection. */
  readonly head: () => Pick<HeadState, 'connectionId' | 'head' | 'strip'>;
}

export interface InspectorArea {
  /** Receives the calls of the node clients. */
  readonly tap: CallTap;
  readonly handlers: Pick<HandlersOf<SextantContract>, 'inspector'>;
  readonly topics: Pick<TopicsOf<SextantContract>, 'inspector'>;
  /** Record that figures of these calls are on screen. */
  noteReferenced(ids: Iterable<number>): void;
  stop(): Promise<void>;
}

/** Connections and the head are read lazily: they are created after the tap that they report to. */
export function createInspectorArea(options: InspectorAreaOptions): InspectorArea {
  const { paths, clock, logger, version, connections, head } = options;
  const bodies = new BodyKeeper(workerEntry('body-worker'));
  const recorder = new CallRecorder({ clock, bodies });
  const sources = new Map<string, CallSource>([[recorder.id, recorder]]);
  const listing = new CallListing(sources);
  const files = new TemporaryFiles(paths.file('inspector-temporary'));
  const signatures: OwnSignatures = { signedMessageOf: (unsignedCid) => options.signatures().signedMessageOf(unsignedCid) };
  const sessions = new CallSessions({ files, sources, clock, onChange: () => state.touch() });
  const exports = new CallExports({ listing, files, signatures, clock, version });
  const sender = new CallSender({
    connections: {
      requireChosen: () => connections().requireChosen(),
      openConnection: (id) => connections().openConnection(id),
      urlsOf: (id) => connections().urlsOf(id),
    },
    clock,
  });
  const state: InspectorStateTopic = new InspectorStateTopic({ recorder, sessions: () => sessions.list(), clock });
  recorder.onChange(() => state.touch());
  const pinned = new PinnedCalls({ path: paths.file('pinned-calls.sextant'), files, recorder, clock, logger, version });

  let cancelFree = (): void => undefined;

  const callAt = (place: { readonly source: string; readonly id: number }): { source: CallSource; call: RecordedCall } => {
    const source = listing.sourceOf(place.source);
    const call = source.get(place.id);
    if (call === undefined) {
      throw new SextantError('not-found', 'This call is no longer recorded: it was replaced by newer ones, or the recording was cleared.');
    }
    return { source, call };
  };

  return {
    tap: recorder,
    noteReferenced: (ids) => recorder.noteReferenced(ids),
    handlers: {
      inspector: {
        listCalls: async (question) => listing.list(question),
        getVolume: async (question) => listing.volume(question),
        listReplies: async () => recorder.replies.list(),
        groupByMethod: async (selection) => listing.groupByMethod(selection),
        listFilterValues: async (question) => listing.filterValues(question),
        getCall: async (place) => {
          const { source, call } = callAt(place);
          return callDetail(source, call, { head: head(), urlsOf: (id) => connections().urlsOf(id) });
        },
        openBody: async (question) => openRecordedBody(bodyOf(callAt(question).call, question.side), question),
        findInBody: async (question) => findInRecordedBody(bodyOf(callAt(question).call, question.side), question),
        readBody: async (question) => readRecordedText(bodyOf(callAt(question).call, question.side), question.offset, question.lengthBytes),
        setRecording: async ({ isOn }) => {
          recorder.setRecording(isOn);
          return {};
        },
        clearCalls: async () => {
          cancelFree();
          recorder.beginClear();
          cancelFree = clock.after(UNDO_MS, () => {
            recorder.finishClear();
            (options.releaseMemory ?? releaseMemory)();
          });
          return {};
        },
        undoClear: async () => {
          cancelFree();
          recorder.undoClear();
          return {};
        },
        annotateCall: async ({ id, ...change }) => {
          recorder.annotate(id, change);
          pinned.changed();
          return {};
        },
        getDecoded: async (place) => {
          const { source, call } = callAt(place);
          return decodeCall(source, call, connections().getActive());
        },
        compareCalls: async ({ left, right }) => compareCalls(callAt(left).call, callAt(right).call),
        copyCall: async ({ as, includesSignature, ...place }) =>
          copyCall(callAt(place).call, { as, includesSignature, signatures, lotusCommand }),
        sendCall: (call) => sender.sendCall(call),
        sendBatch: (batch) => sender.sendBatch(batch),
        sendAgain: async ({ isConfirmed, ...place }) => {
          const { source, call } = callAt(place);
          return sender.sendAgain(call, source === recorder ? 'live' : 'session', isConfirmed);
        },
        stopCall: async ({ id }) => {
          sender.stopCall(id);
          return {};
        },
        exportCalls: (question) => exports.exportCalls(question),
        readExport: (place) => exports.readExport(place),
        importSession: (piece) => sessions.importPiece(piece),
        closeSession: async ({ id }) => {
          listing.forget(id);
          await sessions.close(id);
          return {};
        },
      },
    },
    topics: { inspector: { changed: state.topic } },
    async stop() {
      sender.stop();
      cancelFree();
      state.stop();
      await pinned.stop();
      await exports.stop();
      await sessions.stop();
      await files.stop();
      await bodies.stop();
    },
  };
}
