import { answer, answerText, type ScriptedNode, startScriptedNode } from '../scripted-node/scripted-node.ts';

/** What a development node with an API like that of Lotus serves. */
const SERVED = new Set([
  'ChainGetBlock',
  'ChainGetBlockMessages',
  'ChainGetGenesis',
  'ChainGetMessage',
  'ChainGetTipSet',
  'ChainGetTipSetByHeight',
  'ChainHead',
  'GasEstimateMessageGas',
  'ID',
  'MpoolGetNonce',
  'MpoolPending',
  'MpoolPush',
  'StateGetActor',
  'StateListMiners',
  'StateMinerInfo',
  'StateMinerPower',
  'Version',
  'WalletBalance',
]);

/**
 * A node like Lotus but not Lotus, over the chain of another: no StateNetworkName, times with fractions, and methods that it does not
 * have are refused with a code of its own.
 */
export async function startLotusLikeNode(chainUrl: string): Promise<ScriptedNode> {
  const node = await startScriptedNode();
  node.onRequest((request, response) => {
    const { method = '' } = request.call;
    if (!SERVED.has(method.replace(/^Filecoin\./, ''))) {
      answer(response, 200, request, { error: { code: -32700, message: `The method ${method} does not exist/is not available` } });
      return;
    }
    void fetch(chainUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: request.body }).then(async (reply) =>
      answerText(response, reply.status, (await reply.text()).replaceAll(/("Timestamp":\d+)/g, '$1.337')),
    );
  });
  return node;
}
