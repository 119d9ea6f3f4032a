/** Parses contract functions from a pasted ABI: JSON from a compiler or explorer, or one declaration per line. */
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { readContractDeclaration } from '../../../../shared/domain/evm/contract-call-json.ts';
import type { AbiFunction } from '../../../../shared/domain/evm/evm-abi.ts';

export interface ContractFunction {
  /** Declaration in the format of `DraftParams`. */
  readonly declaration: string;
  readonly declared: AbiFunction;
  /** Whether it is a view function: a message to it only costs gas. */
  readonly isReadOnly: boolean;
}

export type AbiReading =
  | { readonly functions: readonly ContractFunction[]; readonly unreadCount: number }
  | { readonly functions: readonly never[]; readonly unreadCount: number; readonly problem: string };

const MAX_FUNCTIONS = 500;
const MAX_DEPTH = 16;

export function readAbi(text: string): AbiReading {
  const trimmed = text.trim();
  if (trimmed === '') return { functions: [], unreadCount: 0 };
  const declarations = /^[[{]/.test(trimmed) ? declarationsOfJson(trimmed) : declarationsOfLines(trimmed);
  if (declarations === undefined) return { functions: [], unreadCount: 0, problem: 'Invalid ABI: the JSON describes no contract.' };
  const functions: ContractFunction[] = [];
  let unreadCount = 0;
  for (const { text: declaration, isReadOnly } of declarations.slice(0, MAX_FUNCTIONS)) {
    try {
      functions.push({ declaration, declared: readContractDeclaration(declaration), isReadOnly });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      unreadCount += 1;
    }
  }
  if (functions.length === 0) return { functions: [], unreadCount, problem: 'The ABI has no callable functions.' };
  return { functions, unreadCount };
}

interface Declaration {
  readonly text: string;
  readonly isReadOnly: boolean;
}

function declarationsOfLines(text: string): Declaration[] {
  return text
    .split(/[\n;]+/)
    .map((line) => line.trim().replace(/^["']|["'],?$/g, ''))
    .filter((line) => line !== '' && !/^(event|error|constructor|receive|fallback|\/\/)/.test(line))
    .map((line) => ({ text: line.replace(/^function\s+/, ''), isReadOnly: /\b(view|pure)\b/.test(line) }));
}

function declarationsOfJson(text: string): Declaration[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Compiler output has the ABI under `abi`.
  const items = isObject(json) && Array.isArray(json.abi) ? json.abi : json;
  if (!Array.isArray(items)) return undefined;
  if (items.every((item) => typeof item === 'string')) return declarationsOfLines(items.join('\n'));
  return items.flatMap((item: unknown) => {
    if (!isObject(item) || item.type !== 'function' || typeof item.name !== 'string') return [];
    const inputs = Array.isArray(item.inputs) ? item.inputs : [];
    const isReadOnly = item.stateMutability === 'view' || item.stateMutability === 'pure' || item.constant === true;
    return [{ text: `${item.name}(${inputs.map((input) => declarationOf(input, 0)).join(', ')})`, isReadOnly }];
  });
}

function declarationOf(input: unknown, depth: number): string {
  if (!isObject(input) || typeof input.type !== 'string' || depth > MAX_DEPTH) return '';
  const name = typeof input.name === 'string' && input.name !== '' ? ` ${input.name}` : '';
  if (!input.type.startsWith('tuple')) return `${input.type}${name}`;
  const parts = Array.isArray(input.components) ? input.components : [];
  return `(${parts.map((part) => declarationOf(part, depth + 1)).join(', ')})${input.type.slice('tuple'.length)}${name}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
