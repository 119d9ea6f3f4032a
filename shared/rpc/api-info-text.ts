/** Recognises the API info of the Lotus command line (FULLNODE_API_INFO). The privileged side parses it. */

/** Assignment of a variable in a shell or start-up file; captures name and value. */
export const API_INFO_ASSIGNMENT = /^(?:export\s+|set\s+|setx\s+|declare\s+-x\s+|\$env:)?([A-Z][A-Z0-9_]*_API_INFO)\s*(?:=|\s)\s*(.*)$/s;

/** Whether a text is a multiaddress, `TOKEN:ADDRESS`, or an assignment, as opposed to a URL. */
export function isApiInfoText(text: string): boolean {
  const trimmed = text.trim();
  return /^\/[a-z]/i.test(trimmed) || /^[^:/?#\s]+:(\/[a-z]|https?:\/\/|wss?:\/\/)/i.test(trimmed) || API_INFO_ASSIGNMENT.test(trimmed);
}

/** The API that a line configures: the full node's unless it sets a storage miner variable. */
export function apiOfLine(line: string): 'node' | 'miner' {
  const variable = API_INFO_ASSIGNMENT.exec(line.trim())?.[1];
  return variable === 'MINER_API_INFO' || variable === 'STORAGE_API_INFO' ? 'miner' : 'node';
}
