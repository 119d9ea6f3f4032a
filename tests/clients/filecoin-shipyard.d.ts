declare module '@filecoin-shipyard/lotus-client-provider-nodejs' {
  export class NodejsProvider {
    constructor(url: string, options?: { readonly token?: string; readonly sendHttpContentType?: string; readonly importUrl?: string });
    importFile(body: Uint8Array): Promise<string>;
    destroy(): Promise<void>;
  }
}

declare module '@filecoin-shipyard/lotus-client-schema' {
  export const mainnet: { readonly fullNode: unknown };
}
