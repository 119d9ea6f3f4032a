import type { Block, ChainMessage } from './chain-types.ts';

/** Return the unique messages of a tipset in execution order, with their first block. */
export function uniqueMessages(blocks: readonly Block[]): { readonly message: ChainMessage; readonly block: Block }[] {
  const seen = new Set<string>();
  const unique: { message: ChainMessage; block: Block }[] = [];
  for (const block of blocks) {
    for (const message of block.messages) {
      if (seen.has(message.cid)) continue;
      seen.add(message.cid);
      unique.push({ message, block });
    }
  }
  return unique;
}
