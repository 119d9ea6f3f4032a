import type { Message } from '../../../shared/domain/message.ts';

/** The figures of a message as every document has them: whole numbers as text, amounts in attoFIL. */
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
