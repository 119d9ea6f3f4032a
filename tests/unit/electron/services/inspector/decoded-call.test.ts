import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallSource, RecordedCall } from '../../../../../electron/services/inspector/call-source.ts';
import { decodeCall } from '../../../../../electron/services/inspector/decoded-call.ts';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { type Message, messageCid } from '../../../../../shared/domain/messages/message.ts';
import { actorCodes } from '../../../../../shared/domain/methods/actor-code.ts';
import { encodeParams } from '../../../../../shared/domain/methods/method-json.ts';
import { zDecodedCall } from '../../../../../shared/ipc/schemas/inspector.ts';
import { writeLosslessJson } from '../../../../../shared/rpc/lossless-json.ts';
import { messageToJson } from '../../../../../shared/validation/node/message.ts';
import { buildConnection } from '../../../../builders/active-connection.ts';
import { checked } from '../../../../builders/checked.ts';
import { recordedBody, recordedCall } from '../../../../builders/recorded-call.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

const MULTISIG = 'f24vg6ut43yw2h2jqydgbg2xq7x6f4kub3bg6as6i';
const INNER = encodeParams('storageminer', 23n, 'f0200');
const PROPOSE = encodeParams('multisig', 2n, { To: 'f01234', Value: '5', Method: 23, Params: bytesToBase64(INNER) });
const PROPOSAL: Message = {
  version: 0,
  to: parseAddress(MULTISIG),
  from: parseAddress('f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za'),
  nonce: 1n,
  value: attoFil(0n),
  gasLimit: 1n,
  gasFeeCap: attoFil(0n),
  gasPremium: attoFil(0n),
  method: 2n,
  params: PROPOSE,
};
const MESSAGE_JSON = messageToJson(PROPOSAL, 'f');

function actorCall(id: number, address: string, type: 'multisig' | 'storageminer', connectionId = 'test'): RecordedCall {
  return recordedCall({
    summary: { id, connectionId, method: 'Filecoin.StateGetActor', paramsPreview: `["${address}",null]` },
    response: `{"result":{"Code":{"/":"${actorCodes('mainnet')[type]}"}}}`,
  });
}

function sourceOf(...calls: RecordedCall[]): CallSource {
  return {
    id: 'live',
    revision: 1,
    size: calls.length,
    get: (id) => calls.find(({ summary }) => summary.id === id),
    summaries: () => calls.map(({ summary }) => summary),
    childrenOf: () => [],
  };
}

async function decode(call: RecordedCall, ...others: RecordedCall[]) {
  return zDecodedCall.parse(await decodeCall(sourceOf(call, ...others), call, undefined));
}

const requestOf = (method: string, params: unknown): RecordedCall =>
  recordedCall({
    summary: { id: 50, method: `Filecoin.${method}` },
    request: writeLosslessJson({ id: 1, method: `Filecoin.${method}`, params }),
  });
const answerOf = (method: string, result: unknown): RecordedCall =>
  recordedCall({ summary: { id: 50, method: `Filecoin.${method}` }, response: writeLosslessJson({ id: 1, result }) });

describe('messages', () => {
  test('parameters are read with what the recording knows of the recipients, inner calls too', async () => {
    const call = requestOf('MpoolPush', [{ Message: MESSAGE_JSON, Signature: { Type: 1, Data: '[masked]' } }]);
    const { sections, note } = await decode(call, actorCall(1, MULTISIG, 'multisig'), actorCall(2, 't01234', 'storageminer'));
    expect(sections).toMatchObject([
      {
        side: 'request',
        label: `Message parameters: Propose to ${MULTISIG}`,
        path: 'params[0].Message.Params',
        view: { form: 'typed', value: { kind: 'record' } },
      },
    ]);
    const text = JSON.stringify(sections);
    expect(text).toContain('"methodName":"ChangeOwnerAddress"');
    expect(text).toContain('f0200');
    expect(note).toContain('masked');
  });

  test('without the recipient’s kind the structure is shown, and it is said', async () => {
    const { sections, note } = await decode(requestOf('StateCall', [MESSAGE_JSON, null]), actorCall(1, MULTISIG, 'multisig', 'another'));
    expect(sections).toMatchObject([{ label: `Message parameters: method 2 to ${MULTISIG}`, view: { form: 'cbor' } }]);
    expect(note).toContain('not in the recording');
  });

  test('what ran comes with its return, the calls inside of a trace once', async () => {
    const returned = bytesToBase64(encodeCbor([7n, true, 0n, new Uint8Array()]));
    const sub = {
      Msg: { From: 'f0100', To: 'f01234', Value: '0', Method: 23, Params: bytesToBase64(INNER), ParamsCodec: 0x51 },
      MsgRct: { ExitCode: 16, Return: null, ReturnCodec: 0 },
    };
    const trace = { Msg: { ...MESSAGE_JSON, ParamsCodec: 0x51 }, MsgRct: { ExitCode: 0, Return: returned }, Subcalls: [sub] };
    const result = { Msg: MESSAGE_JSON, MsgRct: { ExitCode: 0, Return: returned, GasUsed: 5 }, ExecutionTrace: trace };
    const { sections } = await decode(
      answerOf('StateReplay', result),
      actorCall(1, MULTISIG, 'multisig'),
      actorCall(2, 'f01234', 'storageminer'),
    );
    expect(sections.map(({ label, path }) => [label, path])).toEqual([
      [`Message parameters: Propose to ${MULTISIG}`, 'result.Msg.Params'],
      [`Return value: Propose to ${MULTISIG}`, 'result.MsgRct.Return'],
      ['Message parameters: ChangeOwnerAddress to f01234', 'result.ExecutionTrace.Subcalls[0].Msg.Params'],
      ['Return value: ChangeOwnerAddress to f01234, exit code 16 ErrIllegalArgument', 'result.ExecutionTrace.Subcalls[0].MsgRct.Return'],
    ]);
    expect(JSON.stringify(sections)).toContain('TxnID');
  });

  test('a trace names the actors that were called', async () => {
    const invoked = { Id: 5, State: { Code: { '/': actorCodes('mainnet').multisig } } };
    const result = { Msg: MESSAGE_JSON, MsgRct: { ExitCode: 0, Return: null }, ExecutionTrace: { InvokedActor: invoked, Subcalls: null } };
    const { sections, note } = await decode(answerOf('StateReplay', result));
    expect(sections).toMatchObject([{ label: `Message parameters: Propose to ${MULTISIG}`, view: { form: 'typed' } }]);
    expect(note).toBeUndefined();
  });

  test('recorded traces of real networks are read, and shown within bounds', async () => {
    const forms = { typed: 0, cbor: 0, hex: 0 };
    for (const file of listSharedFiles('chain/traces').filter((name) => name.endsWith('.json.gz'))) {
      const { sections } = await decode(answerOf('StateCompute', readSharedJson(`chain/traces/${file}`)));
      for (const { view } of sections) {
        forms[view.form] += 1;
      }
    }
    checked(forms.typed, 319, 'values of traces read by the shape of their method');
    checked(forms.cbor + forms.hex, 61, 'values of traces shown as they are built');
  });

  test('a receipt is read with the message that was recorded at another time', async () => {
    const cid = messageCid(PROPOSAL);
    const search = answerOf('StateSearchMsg', {
      Message: { '/': cid },
      Receipt: { ExitCode: 0, Return: bytesToBase64(encodeCbor([7n, true, 0n, new Uint8Array()])), GasUsed: 5 },
    });
    const alone = await decode(search);
    expect(alone.sections).toMatchObject([
      { label: 'Return value: of an unrecorded message', path: 'result.Receipt.Return', view: { form: 'cbor' } },
    ]);
    const earlier = recordedCall({
      summary: { id: 3, method: 'Filecoin.ChainGetMessage', paramsPreview: `[{"/":"${cid}"}]` },
      response: writeLosslessJson({ result: MESSAGE_JSON }),
    });
    const elsewhere = { ...earlier, summary: { ...earlier.summary, connectionId: 'another' } };
    expect((await decode(search, elsewhere)).sections).toMatchObject([{ label: 'Return value: of an unrecorded message' }]);
    const { sections } = await decode(search, earlier, actorCall(1, MULTISIG, 'multisig'));
    expect(sections).toMatchObject([{ label: `Return value: Propose to ${MULTISIG}`, view: { form: 'typed' } }]);
  });

  test('proposals that wait, and parameters that a node is asked to decode', async () => {
    const pending = answerOf('MsigGetPending', [
      { ID: 3, To: 'f080', Value: '0', Method: 2, Params: bytesToBase64(PROPOSE), Approved: [] },
    ]);
    expect((await decode(pending, actorCall(1, 'f080', 'multisig'))).sections).toMatchObject([
      { path: 'result[0].Params', label: 'Message parameters: Propose to f080' },
    ]);
    const asked = requestOf('StateDecodeParams', [MULTISIG, 2, bytesToBase64(PROPOSE), null]);
    expect((await decode(asked, actorCall(1, MULTISIG, 'multisig'))).sections).toMatchObject([
      { path: 'params[2]', view: { form: 'typed' } },
    ]);
  });
});

describe('other things', () => {
  test('events, sets, stored objects, contract calls and reverts', async () => {
    const cbor = (value: Parameters<typeof encodeCbor>[0]): string => bytesToBase64(encodeCbor(value));
    const entry = (Key: string, value: Parameters<typeof encodeCbor>[0]) => ({ Flags: 3, Key, Codec: 0x51, Value: cbor(value) });
    const events = answerOf('ChainGetEvents', [{ Emitter: 1, Entries: [entry('$type', 'sector-terminated'), entry('sector', 9)] }]);
    expect((await decode(events)).sections).toMatchObject([{ label: 'Event: sector-terminated', path: 'result[0].Entries' }]);
    const other = answerOf('ChainGetEvents', [{ Entries: [entry('$type', 'new-kind'), entry('x', [1n, 'y'])] }]);
    expect(JSON.stringify(await decode(other))).toContain('new-kind');
    expect((await decode(answerOf('StateMinerFaults', [5, 3]))).sections).toMatchObject([
      { path: 'result', view: { value: { kind: 'bitfield', ranges: [{ first: '5', last: '7' }] } } },
    ]);
    const partitions = answerOf('StateMinerPartitions', [{ AllSectors: [0, 4], FaultySectors: [0] }]);
    expect((await decode(partitions)).sections.map(({ path }) => path)).toEqual(['result[0].AllSectors', 'result[0].FaultySectors']);
    expect((await decode(answerOf('ChainReadObj', cbor([1n, 'a'])))).sections).toMatchObject([{ path: 'result', view: { form: 'cbor' } }]);
    const transfer = `0xa9059cbb${'00'.repeat(12)}${'11'.repeat(20)}${'00'.repeat(31)}05`;
    const ethCall = recordedCall({
      summary: { method: 'eth_call' },
      request: JSON.stringify({ params: [{ to: `0x${'22'.repeat(20)}`, data: transfer }, 'latest'] }),
      response: JSON.stringify({ error: { code: 3, message: 'x', data: `0x4e487b71${'00'.repeat(31)}11` } }),
    });
    const decoded = await decode(ethCall);
    expect(decoded.sections).toMatchObject([
      { side: 'request', path: 'params[0].data', view: { value: { kind: 'contractCall', signature: 'transfer(address,uint256)' } } },
      { side: 'response', path: 'error.data', view: { value: { kind: 'revert', reason: 'panic' } } },
    ]);
  });

  test('a batch and a frame are read like a call', async () => {
    const batch = recordedCall({ summary: { kind: 'batch' }, request: writeLosslessJson([{ params: [] }, { params: [MESSAGE_JSON] }]) });
    expect((await decode(batch)).sections).toMatchObject([{ path: '[1].params[0].Params' }]);
    const frame = recordedCall({
      summary: { kind: 'frame' },
      request: '',
      response: writeLosslessJson({ method: 'xrpc.ch.val', params: [1, { Message: { Message: MESSAGE_JSON } }] }),
    });
    expect((await decode(frame)).sections).toMatchObject([{ side: 'response', path: 'params[1].Message.Message.Params' }]);
  });

  test('the active connection dates epochs and tells the letter of its own recordings alone', async () => {
    const { connection } = buildConnection({ httpUrl: 'http://127.0.0.1:1' }, { letter: 't' });
    const call = requestOf('StateCall', [MESSAGE_JSON, null]);
    const own = await decodeCall(sourceOf(call), call, connection);
    expect(own.sections[0]?.label).toContain(' to t24vg');
    const others = await decodeCall(sourceOf(call), call, { ...connection, id: 'another' });
    expect(others.sections[0]?.label).toContain(' to f24vg');
  });

  test('codes that the table lacks are named by the connection of the recording', async () => {
    const { connection } = buildConnection({ httpUrl: 'http://127.0.0.1:1' });
    const newer = cidOfDagCbor(encodeCbor(['a newer multisig']));
    const { versions } = connection;
    const known = Object.assign(Object.create(versions), { actorType: (code: string) => (code === newer ? 'multisig' : undefined) });
    const actor = recordedCall({
      summary: { id: 2, connectionId: 'test', method: 'Filecoin.StateGetActor', paramsPreview: `["${MULTISIG}",null]` },
      response: `{"result":{"Code":{"/":"${newer}"}}}`,
    });
    const call = requestOf('StateCall', [MESSAGE_JSON, null]);
    const labelOf = async (active: typeof connection) => (await decodeCall(sourceOf(call, actor), call, active)).sections[0]?.label;
    expect(await labelOf({ ...connection, versions: known })).toContain('Propose');
    expect(await labelOf({ ...connection, id: 'another', versions: known })).toContain('method 2');
  });
});

describe('what is not decoded says why', () => {
  test.each([
    ['no encoded values', recordedCall({ response: '{"result":{"Height":1}}' })],
    ['not JSON', recordedCall({ response: '<html>' })],
    ['too large to decode', recordedCall({ response: recordedBody('', { recordedBytes: 9 * 1024 * 1024 }) })],
    ['not recorded in full', recordedCall({ response: recordedBody('{"a', { isTruncated: true }) })],
  ])('%s', async (words, call) => {
    expect(await decode(call)).toMatchObject({ sections: [], note: expect.stringContaining(words) });
  });

  test('only so many sections are made', async () => {
    const { sections, note } = await decode(
      answerOf(
        'MpoolPending',
        Array.from({ length: 200 }, () => ({ Message: MESSAGE_JSON })),
      ),
    );
    expect(sections).toHaveLength(60);
    expect(note).toContain('Only the first values');
  });

  test('whatever a body holds, decoding it ends well', async () => {
    const names = fc.constantFrom(
      'To',
      'Method',
      'Params',
      'Msg',
      'MsgRct',
      'ExitCode',
      'Return',
      'Entries',
      'Key',
      'Value',
      'Codec',
      'Flags',
      'data',
      'to',
      'AllSectors',
      'error',
      'result',
      '__proto__',
    );
    const leaves = fc.oneof(
      fc.constantFrom('f01', MULTISIG, '0x', '0xa9059cbb', 'AQID', '', null),
      fc.integer(),
      fc.double(),
      fc.boolean(),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaves,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(names, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.constantFrom('StateMinerSectors', 'StateDecodeParams', 'ChainReadObj', 'StateMinerFaults'),
        async (value, method) => {
          const call = recordedCall({
            summary: { method: `Filecoin.${method}` },
            request: JSON.stringify({ params: value }),
            response: JSON.stringify({ result: value, error: value }),
          });
          await decode(call);
        },
      ),
      { numRuns: 300 },
    );
  });
});
