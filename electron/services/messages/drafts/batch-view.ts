/** The contract's form of a reviewed batch. */
import type { NetworkLetter } from '../../../../shared/domain/addresses/address.ts';
import { maximumFee } from '../../../../shared/domain/messages/gas.ts';
import { messageCid } from '../../../../shared/domain/messages/message.ts';
import { methodName } from '../../../../shared/domain/methods/actor-methods.ts';
import type { BatchReview, BatchRow, Check } from '../../../../shared/ipc/schemas/drafts.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import { toResolvedAddress } from '../../addresses/resolve-address.ts';
import type { BuiltRow } from './batch-reviewer.ts';
import type { ReviewedBatch } from './reviewed.ts';

export interface RowViewContext {
  readonly letter: NetworkLetter;
  readonly book: Pick<KnownAddresses, 'find'>;
  readonly networkVersion: number | undefined;
}

/** Return the contract's form of a line. */
export function rowView(row: BuiltRow, findings: readonly Check[], { letter, book, networkVersion }: RowViewContext): BatchRow {
  const { line, recipient, message, simulation, fields } = row;
  const number = fields?.method ?? (line.method === '0' ? 0n : undefined);
  const name = number === undefined ? undefined : methodName(recipient?.actorType, number, networkVersion);
  return {
    line: line.line,
    to: line.to,
    value: line.value,
    ...(line.comment === undefined ? {} : { comment: line.comment }),
    result: resultOf(findings),
    findings: [...findings],
    ...(recipient === undefined ? {} : { recipient: withoutCalls(toResolvedAddress(recipient, letter, book)) }),
    method: line.method,
    ...(name === undefined ? {} : { methodName: name }),
    ...(message === undefined
      ? {}
      : {
          message: {
            nonce: message.nonce.toString(),
            value: message.value.toString(),
            gasLimit: message.gasLimit.toString(),
            gasFeeCap: message.gasFeeCap.toString(),
            gasPremium: message.gasPremium.toString(),
            maximumFee: maximumFee(message).toString(),
            cid: messageCid(message),
          },
        }),
    ...(simulation === undefined ? {} : { simulatedExitCode: simulation.exitCode }),
  };
}

/** Return the contract's form of a batch. */
export function viewOfBatch({ pinned, problems, rows, senderBalance, calls }: ReviewedBatch): BatchReview {
  const messages = rows.flatMap(({ message }) => (message === undefined ? [] : [message]));
  const views = rows.map(({ view }) => view);
  const count = (result: Check['result']) => views.filter((row) => row.result === result).length;
  return {
    pinned,
    problems: [...problems],
    rows: views,
    counts: { pass: count('pass'), warning: count('warning'), fail: count('fail') },
    totalValue: messages.reduce((sum, { value }) => sum + value, 0n).toString(),
    totalMaximumFee: messages.reduce((sum, message) => sum + maximumFee(message), 0n).toString(),
    senderBalance: senderBalance.toString(),
    calls: [...calls],
  };
}

function resultOf(findings: readonly Check[]): BatchRow['result'] {
  if (findings.some(({ result }) => result === 'fail')) return 'fail';
  return findings.some(({ result }) => result === 'warning') ? 'warning' : 'pass';
}

function withoutCalls<T extends { readonly calls: unknown }>({ calls: _, ...rest }: T): Omit<T, 'calls'> {
  return rest;
}
