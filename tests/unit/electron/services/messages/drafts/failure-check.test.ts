/** Calls that are certain to fail, as the composer, a batch and an offline draft point them out. */
import { describe, expect, it } from 'vitest';
import { offlineFacts } from '../../../../../../electron/services/messages/approvals/offline-facts.ts';
import { reviewBatchRows } from '../../../../../../electron/services/messages/drafts/batch-reviewer.ts';
import { checkDraft } from '../../../../../../electron/services/messages/drafts/draft-checks.ts';
import { readDraftFacts } from '../../../../../../electron/services/messages/drafts/draft-facts.ts';
import { VersionAuthority } from '../../../../../../electron/services/network-version/version-authority.ts';
import { PinnedNode } from '../../../../../../electron/services/pinned/pinned-node.ts';
import { parseAddress } from '../../../../../../shared/domain/addresses/address.ts';
import { attoFil, FIL } from '../../../../../../shared/domain/amounts/amount.ts';
import { NETWORKS } from '../../../../../../shared/domain/chain/networks.ts';
import { hexToBytes } from '../../../../../../shared/domain/encoding/bytes.ts';
import { actorCodes } from '../../../../../../shared/domain/methods/actor-code.ts';
import { encodeParams } from '../../../../../../shared/domain/methods/method-json.ts';
import type { ParsedDraft } from '../../../../../../shared/validation/forms.ts';
import { scriptedConnection } from '../scripted-node.ts';
import { GENESIS, SENDER } from '../sent-message-of.ts';

const CODES = actorCodes('calibration');
const BEFORE = 28;
const AFTER = 29;
const HEIGHT = 100;
const FROM = `t${SENDER.slice(1)}`;
const MULTISIG = 't0200';

const codeOf = (address: string) =>
  ({ t06: CODES.verifiedregistry, t07: CODES.datacap, [MULTISIG]: CODES.multisig, t01000: CODES.storageminer })[address] ??
  CODES.account ??
  '';
const script = {
  StateGetActor: ([address]: readonly unknown[]) => {
    const code = codeOf(String(address));
    return { Code: { '/': code }, Head: { '/': code }, Nonce: 3, Balance: (10n * FIL).toString() };
  },
  StateLookupID: ([address]: readonly unknown[]) => address,
  StateAccountKey: FROM,
  MpoolGetNonce: 3,
  GasEstimateMessageGas: { GasLimit: 1_500_000, GasFeeCap: '2000', GasPremium: '1000' },
  // A node that says nothing of it: what is certain does not hang on its simulation.
  StateCall: { MsgRct: { ExitCode: 0, Return: null, GasUsed: 500_000 }, Error: '' },
};

const at = (version: number) => scriptedConnection({ ...script, StateNetworkVersion: version }).active;

function draftOf(to: string, method: bigint, params: Uint8Array): ParsedDraft {
  return { from: SENDER, to: parseAddress(to), value: attoFil(0n), method, params: { kind: 'bytes', bytes: params }, isHeld: false };
}

const CONTEXT = {
  network: { letter: 't', name: 'calibrationnet', genesisCid: GENESIS },
  account: undefined,
  sent: [],
  known: [],
  nowMs: 1,
  feeWarningPercent: 10,
} as const;

async function checkAt(version: number, fields: ParsedDraft, active = at(version), height = HEIGHT) {
  const node = new PinnedNode(active.client, { height, key: [GENESIS], timeMs: 0 }, 'test');
  const facts = await readDraftFacts(node, { active, fields, baseFee: attoFil(100n), sent: [], known: { find: () => undefined } });
  return checkDraft(facts, CONTEXT).find(({ id }) => id === 'certain-failure');
}

const addClient = encodeParams('verifiedregistry', 4n, { Address: 'f01001', Allowance: '1' });

describe('a draft that is certain to fail', () => {
  it('fails its check from the network version on that refuses it, with exit code and reason', async () => {
    const fields = draftOf('t06', 4n, addClient);
    expect(await checkAt(BEFORE, fields)).toBeUndefined();
    expect(await checkAt(AFTER, fields)).toMatchObject({
      result: 'fail',
      detail: expect.stringMatching(/^AddVerifiedClient is frozen since network version 29 \(FIP-0118\).*ErrForbidden \(exit 18\)/),
    });
    const removed = draftOf('t01000', 26n, hexToBytes('8240'.concat('40')));
    expect(await checkAt(BEFORE, removed)).toMatchObject({ result: 'fail', detail: expect.stringContaining('exit 22') });
  });

  it('is a warning only where the rules of the network may be newer than those known here', async () => {
    const fields = draftOf('t06', 4n, addClient);
    const warned = { result: 'warning', title: 'The message is likely to fail', detail: expect.stringContaining('ErrForbidden (exit 18)') };
    expect(await checkAt(AFTER + 1, fields)).toMatchObject(warned);
    // "29 or later": an endpoint of mainnet that does not give the version.
    const { active } = scriptedConnection(script);
    const versions = new VersionAuthority({ client: active.client, networkName: 'mainnet', letter: 't' });
    const above = (NETWORKS[0]?.upgrades.at(-1)?.height ?? 0) + 1000;
    expect(await checkAt(AFTER, fields, { ...active, versions }, above)).toMatchObject(warned);
  });

  it('warns where a multisig would propose it: the proposal itself succeeds', async () => {
    const json = { To: 'f06', Value: '0', Method: 4, Params: Buffer.from(addClient).toString('base64') };
    const fields = draftOf(MULTISIG, 2n, encodeParams('multisig', 2n, json));
    expect(await checkAt(BEFORE, fields)).toBeUndefined();
    expect(await checkAt(AFTER, fields)).toMatchObject({ result: 'warning', detail: expect.stringContaining('AddVerifiedClient') });
  });

  it('is pointed out without a node, by the version that the clock gives', () => {
    const fields: ParsedDraft = {
      ...draftOf('t06', 4n, addClient),
      nonce: 3n,
      gasLimit: 1_500_000n,
      gasFeeCap: attoFil(2000n),
      gasPremium: attoFil(1000n),
      offline: { genesisCid: GENESIS, actorType: 'verifiedregistry' },
    };
    const resultAt = (version: number | undefined) =>
      checkDraft(offlineFacts(fields, version), CONTEXT).find(({ id }) => id === 'certain-failure')?.result;
    expect([undefined, 28, 29].map(resultAt)).toEqual([undefined, undefined, 'warning']);
  });
});

describe('a batch', () => {
  it('fails the line that is certain to fail', async () => {
    const resultsAt = async (version: number) => {
      const active = at(version);
      const reviewed = await reviewBatchRows(new PinnedNode(active.client, { height: HEIGHT, key: [GENESIS], timeMs: 0 }, 'test'), {
        active,
        draft: {
          from: FROM,
          csv: 'to,value,method,params\nt06,0,4,"{""Address"": ""t01001"", ""Allowance"": ""1""}"\nt01000,0,22,\n',
        },
        baseFee: attoFil(100n),
        known: { list: () => [], find: () => undefined, noteSent: async () => undefined },
        networkOf: async () => CONTEXT.network,
        contextOf: (network) => ({ ...CONTEXT, network }),
      });
      return reviewed.rows.map(({ view }) => view.findings.find(({ id }) => id === 'certain-failure')?.result);
    };
    expect(await resultsAt(BEFORE)).toEqual([undefined, undefined]);
    expect(await resultsAt(AFTER)).toEqual(['fail', undefined]);
    expect(await resultsAt(AFTER + 1)).toEqual(['warning', undefined]);
  });
});
