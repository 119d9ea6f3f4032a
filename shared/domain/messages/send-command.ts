/**
 * Command lines that send a message from another wallet: `lotus send` for any message, and storage provider tools for their own
 * operations. Nonce and gas are left to that node. Sources: Lotus cli/send.go, cmd/lotus-miner/proving.go and
 * cli/spcli/sectors.go of v1.36; Curio documentation, sptool.
 */
import { shellArgument } from '../../text/shell-argument.ts';
import { formatFil } from '../amounts/amount.ts';
import { DomainError } from '../domain-error.ts';
import { bitfieldMembers, decodeRlePlus } from '../encoding/bitfield.ts';
import { hexToBytes } from '../encoding/bytes.ts';
import { decodeCbor } from '../encoding/cbor.ts';

/** A message as in the review of a draft. Text is untrusted and quoted for a shell. */
export interface SendableMessage {
  readonly from: string;
  readonly to: string;
  /** attoFIL. */
  readonly value: bigint;
  readonly method: string;
  readonly paramsHex: string;
  /** Actor type of the recipient. */
  readonly actorType: string | undefined;
}

/** A command line that sends a message, and its tool. */
export interface SendCommand {
  readonly tool: 'lotus' | 'lotus-miner' | 'sptool';
  /** One shell line. */
  readonly command: string;
  /** How it differs from sending this message. */
  readonly note: string;
}

/** Maximum sector numbers in a line; `lotus send` encodes them as ranges. */
const MAX_LISTED_SECTORS = 1000;

const TERMINATE = '9';
const DECLARE_RECOVERED = '11';
const EXTEND = '32';

/** Return the commands that send this message; the exact one first. */
export function sendCommands(message: SendableMessage): SendCommand[] {
  const { from, to, value, method, paramsHex } = message;
  const call = method === '0' && paramsHex === '' ? [] : ['--method', method, ...(paramsHex === '' ? [] : ['--params-hex', paramsHex])];
  return [
    {
      tool: 'lotus',
      command: line(['lotus', 'send', '--from', from, ...call, to, formatFil(value)]),
      note: 'Sends exactly this call from that node’s wallet. The node sets nonce and gas.',
    },
    ...(message.actorType === 'storageminer' && value === 0n ? minerCommands(message) : []),
  ];
}

function minerCommands({ from, to, method, paramsHex }: SendableMessage): SendCommand[] {
  const declared = declarationsOf(paramsHex);
  if (declared === undefined || declared.sectors.length === 0 || declared.sectors.length > MAX_LISTED_SECTORS) return [];
  const numbers = declared.sectors.map(String);
  switch (method) {
    case DECLARE_RECOVERED:
      return [
        {
          tool: 'lotus-miner',
          command: line(['lotus-miner', 'proving', 'recover-faults', ...numbers]),
          note: 'Declares the same sectors, from lotus-miner’s control address.',
        },
      ];
    case TERMINATE:
      return [
        {
          tool: 'sptool',
          command: line(['sptool', '--actor', to, 'sectors', 'terminate', '--from', from, '--really-do-it', ...numbers]),
          note: 'Terminates the same sectors, from the same address.',
        },
      ];
    case EXTEND: {
      const { expiration } = declared;
      if (expiration === undefined) return [];
      const extend = ['sectors', 'extend', '--new-expiration', String(expiration), '--really-do-it', ...numbers];
      const note = 'Extends the same sectors from the worker; skips extensions of less than 7 days.';
      return [
        { tool: 'lotus-miner', command: line(['lotus-miner', ...extend]), note },
        { tool: 'sptool', command: line(['sptool', '--actor', to, ...extend]), note },
      ];
    }
    default:
      return [];
  }
}

function line(words: readonly string[]): string {
  return words.map(shellArgument).join(' ');
}

interface Declared {
  readonly sectors: readonly number[];
  /** Undefined if the declarations differ, or have none. */
  readonly expiration: number | undefined;
}

/** Read [[[Deadline, Partition, Sectors, …]]]; for an extension also claims and new expiration. */
function declarationsOf(paramsHex: string): Declared | undefined {
  try {
    const params = decodeCbor(hexToBytes(paramsHex));
    const list = Array.isArray(params) ? params[0] : undefined;
    if (!Array.isArray(list)) return undefined;
    const sectors: number[] = [];
    const expirations = new Set<number>();
    for (const declaration of list) {
      if (!Array.isArray(declaration)) return undefined;
      const [, , bits, claims, expiration] = declaration;
      if (!(bits instanceof Uint8Array)) return undefined;
      sectors.push(...bitfieldMembers(decodeRlePlus(bits), MAX_LISTED_SECTORS + 1));
      for (const claim of Array.isArray(claims) ? claims : []) if (Array.isArray(claim)) sectors.push(Number(claim[0]));
      if (typeof expiration === 'number') expirations.add(expiration);
    }
    const [expiration] = expirations;
    return { sectors: sectors.toSorted((left, right) => left - right), expiration: expirations.size === 1 ? expiration : undefined };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
