/** How a text that the Lotus command line takes in its variables is told from an address. Reading it is the privileged side's. */

/** The forms in which shells and their start-up files set a variable; its name and its value. */
export const API_INFO_ASSIGNMENT = /^(?:export\s+|set\s+|setx\s+|declare\s+-x\s+|\$env:)?([A-Z][A-Z0-9_]*_API_INFO)\s*(?:=|\s)\s*(.*)$/s;

/** A multiaddress, `TOKEN:ADDRESS`, or a line that sets the variable: no URL. */
export function isApiInfoText(text: string): boolean {
  const trimmed = text.trim();
  return /^\/[a-z]/i.test(trimmed) || /^[^:/?#\s]+:(\/[a-z]|https?:\/\/|wss?:\/\/)/i.test(trimmed) || API_INFO_ASSIGNMENT.test(trimmed);
}

/** Which API a line is about: a node's unless it sets a variable of the storage miner. */
export function apiOfLine(line: string): 'node' | 'miner' {
  const variable = API_INFO_ASSIGNMENT.exec(line.trim())?.[1];
  return variable === 'MINER_API_INFO' || variable === 'STORAGE_API_INFO' ? 'miner' : 'node';
}
