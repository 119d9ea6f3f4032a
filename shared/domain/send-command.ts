/**
 * Command lines that send a message with the key of another wallet: `lotus send` for any message, and the tools of storage providers
 * for what they do themselves. Nonce and gas are left to that node. Sources: Lotus cli/send.go, cmd/lotus-miner/proving.go and
 * cli/spcli/sectors.go of v1.36; Curio documentation, sptool.
 */
import { shellArgument } from '../text/shell-argument.ts';
import { formatFil } from './amount.ts';
import { bitfieldMembers, decodeRlePlus } from './bitfield.ts';
import { hexToBytes } from './bytes.ts';
import { decodeCbor } from './cbor.ts';
import { DomainError } from './domain-error.ts';

/** A message as the review of a draft has it. Texts are not trusted: they are quoted for a shell. */
export interface SendableMessage {
  readonly from: string;
  readonly to: string;
  /** attoFIL. */
  readonly value: bigint;
  readonly method: string;
  readonly paramsHex: string;
  /** Of the recipient. */
  readonly actorType: string | undefined;
}

/** A command line that sends a message, and the tool that takes it. */
export interface SendCommand {
  readonly tool: 'lotus' | 'lotus-miner' | 'sptool';
  /** One line for a shell. */
  readonly command: string;
  /** What it does beside sending this message. */
  readonly note: string;
}

/** A line with more sector numbers is not offered: `lotus send` carries them as ranges. */
const MAX_LISTED_SECTORS = 1000;

const TERMINATE = '9';
const DECLARE_RECOVERED = '11';
const EXTEND = '32';

/** The commands that send this message, the one that sends exactly it first. */
export function sendCommands(message: SendableMessage): SendCommand[] {
  const { from, to, value, method, paramsHex } = message;
  const call = method === '0' && paramsHex === '' ? [] : ['--method', method, ...(paramsHex === '' ? [] : ['--params-hex', paramsHex])];
  return [
    {
      tool: 'lotus',
      command: line(['lotus', 'send', '--from', from, ...call, to, formatFil(value)]),
      note: 'Sends exactly this call from the wallet of that node, which chooses nonce and gas.',
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
          note: 'Declares the same sectors, from the address that lotus-miner uses for it.',
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
      const note = 'Extends the same sectors from the worker; leaves out what is extended by less than 7 days.';
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
  /** Undefined where the declarations differ in it, or have none. */
  readonly expiration: number | undefined;
}

/** Reads [[[Deadline, Partition, Sectors, …]]]; of an extension also its claims and its new end. */
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
