/** Messages behind deals and claims, by recorded events and recorded proposals; and what a node with the old market says. */
import { describe, expect, it } from 'vitest';
import { findDealMessage } from '../../../../../electron/services/deals/deal-messages.ts';
import { readProposal } from '../../../../../electron/services/deals/read-proposal.ts';
import {
  type ClientDealProposal,
  decodeDealProposal,
  encodePublishStorageDealsParams,
} from '../../../../../shared/domain/deals/deal-proposal.ts';
import { base64ToBytes, bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidFromLink } from '../../../../../shared/domain/encoding/cid.ts';
import { signatureTypeFromNumber } from '../../../../../shared/domain/signatures/signature.ts';
import type { CallRef } from '../../../../../shared/ipc/schemas/common.ts';
import type { Deal } from '../../../../../shared/ipc/schemas/deals.ts';
import { buildConnection } from '../../../../builders/active-connection.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface RecordedEvents {
  readonly events: readonly {
    readonly entries: readonly { readonly Key: string; readonly Value: string }[];
    readonly msgCid: { readonly '/': string };
  }[];
  readonly decoded: readonly { readonly id: number; readonly provider: number; readonly client: number; readonly 'piece-cid': string }[];
}
interface PublishedDeal {
  readonly proposalCbor: string;
  readonly ClientSignature: { readonly Type: number; readonly Data: string };
  readonly ProposalCid: unknown;
}

const HEIGHT = 4622129;
const recorded = readSharedJson<RecordedEvents>('chain/actor-events-mainnet-4622129.json.gz');
const published = readSharedJson<{ readonly msgCid: string; readonly deals: readonly PublishedDeal[] }[]>(
  'deals/published-storage-deals.json.gz',
);

/** A connection whose node answers from these. */
function connectionOf(answers: Readonly<Record<string, (params: readonly never[]) => unknown>>) {
  const { connection, close } = buildConnection({ httpUrl: 'http://127.0.0.1:9' });
  close();
  let id = 0;
  const call = async (method: string, params: readonly unknown[], options: { schema?: { parse(value: unknown): unknown } }) => {
    id += 1;
    const value = answers[method]?.(params as never);
    const ref: CallRef = { id, method, tookMs: 1, atMs: 0, isCached: false };
    return { value: options.schema === undefined ? value : options.schema.parse(value), call: ref };
  };
  return { ...connection, client: { ...connection.client, call: call as never } };
}

function dealOf(row: Partial<Deal['row']>, rest: Partial<Deal> = {}): Deal {
  return {
    pinned: { height: 6_562_208, key: ['bafy2bzacea'], timeMs: 0 },
    calls: [],
    ...rest,
    row: {
      key: '1',
      kind: 'f05',
      id: 1,
      pieceCid: '',
      pieceSizeBytes: 0,
      isVerified: true,
      client: 'f01',
      provider: 'f02',
      state: 'proving',
      endEpoch: 9_000_000,
      endTimeMs: 0,
      ...row,
    },
  };
}

describe('message of a claim', () => {
  it('is found by the CBOR values on chain, at the epoch of the claim', async () => {
    const [event, other] = [recorded.events[0], recorded.events.at(-1)];
    const [decoded] = recorded.decoded;
    const asked: unknown[] = [];
    const connection = connectionOf({
      GetActorEventsRaw: ([filter]) => {
        asked.push(filter);
        return [{ ...event, reverted: true, msgCid: other?.msgCid }, event];
      },
    });
    const found = await findDealMessage(
      connection,
      dealOf({ kind: 'ddo', id: decoded?.id ?? 0 }, { terms: { termMin: 1, termMax: 2, termStart: HEIGHT } }),
    );
    const written = (key: string) => event?.entries.find(({ Key }) => Key === key)?.Value;
    expect(asked).toEqual([
      {
        addresses: ['f06'],
        fields: { $type: [{ codec: 81, value: written('$type') }], id: [{ codec: 81, value: written('id') }] },
        fromHeight: HEIGHT,
        toHeight: HEIGHT,
      },
    ]);
    expect(found).toMatchObject({ event: 'claim', messageCid: event?.msgCid['/'], height: HEIGHT });
  });

  it('is not found if reverted, or if the endpoint has no events', async () => {
    const [event] = recorded.events;
    for (const events of [null, [], [{ ...event, reverted: true }]]) {
      const connection = connectionOf({ GetActorEventsRaw: () => events });
      await expect(findDealMessage(connection, dealOf({ kind: 'ddo' }))).rejects.toMatchObject({ code: 'not-found' });
    }
  });
});

describe('publish message of a deal', () => {
  it('has the proposal CID of each of the 242 recorded proposals', async () => {
    let count = 0;
    for (const { msgCid, deals } of published) {
      const signed = deals.map(
        (deal): ClientDealProposal => ({
          proposal: decodeDealProposal(base64ToBytes(deal.proposalCbor)),
          clientSignature: { type: signatureTypeFromNumber(deal.ClientSignature.Type), data: base64ToBytes(deal.ClientSignature.Data) },
        }),
      );
      const params = bytesToBase64(encodePublishStorageDealsParams(signed));
      const connection = connectionOf({
        GetActorEventsRaw: () => [{ height: 100, msgCid: { '/': msgCid }, reverted: false }],
        ChainGetMessage: () => ({
          Version: 0,
          To: 'f05',
          From: 'f01000',
          Nonce: 1,
          Value: '0',
          GasLimit: 1,
          GasFeeCap: '0',
          GasPremium: '0',
          Method: 4,
          Params: params,
        }),
      });
      for (const [index, { proposal }] of signed.entries()) {
        const { pieceCid, startEpoch, endEpoch } = proposal;
        const isAlone =
          signed.filter((other) => other.proposal.pieceCid === pieceCid && other.proposal.startEpoch === startEpoch).length === 1;
        const found = await findDealMessage(connection, dealOf({ pieceCid, startEpoch, endEpoch }));
        if (isAlone) expect(found.proposalCid).toBe(cidFromLink(deals[index]?.ProposalCid));
        expect(found.messageCid).toBe(msgCid);
        count += 1;
      }
    }
    expect(count).toBe(242);
  });
});

describe('ClientGetDealInfo', () => {
  const { answers } = { answers: readSharedJson<unknown>('rpc-recorded.json') };
  const info = findRecorded(answers);

  it('is read as recorded, with the padded size', async () => {
    const connection = connectionOf({ ClientGetDealInfo: () => info.result });
    expect(await readProposal(connection, ` ${info.params[0]['/']} `)).toMatchObject({
      proposalCid: 'bafyreiaytwpnkrxojl63yew5wwbsfcdngfj3uyehp5eprf5o7bk3ovho3u',
      stateCode: 29,
      provider: 'f01004',
      pieceSizeBytes: 2048,
      pricePerEpoch: '500000000',
      durationEpochs: 518898,
      dealId: 2,
      // 2021-03-02 11:05:52 in a zone of +08:00.
      createdAtMs: Date.UTC(2021, 2, 2, 3, 5, 52, 761),
    });
  });

  it('rejects an invalid CID without a call', async () => {
    await expect(readProposal(connectionOf({}), 'nothing')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

interface RecordedInfo {
  readonly method: string;
  readonly params: readonly [{ readonly '/': string }];
  readonly result: unknown;
}

function findRecorded(value: unknown): RecordedInfo {
  const all = Array.isArray(value) ? value : Object.values(value as object).flat();
  const found = all.find((entry: unknown) => (entry as RecordedInfo | undefined)?.method?.endsWith('ClientGetDealInfo') === true);
  if (found === undefined) throw new Error('no recorded ClientGetDealInfo');
  return found as RecordedInfo;
}
