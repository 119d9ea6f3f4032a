import type { Message } from '../../../shared/domain/messages/message.ts';

/** Figures of a message in the contract's form: integers as text, amounts in attoFIL. */
export function messageFigures({ nonce, value, method, gasLimit, gasFeeCap, gasPremium }: Message) {
  return {
    nonce: nonce.toString(),
    value: value.toString(),
    method: method.toString(),
    gasLimit: gasLimit.toString(),
    gasFeeCap: gasFeeCap.toString(),
    gasPremium: gasPremium.toString(),
  };
}
