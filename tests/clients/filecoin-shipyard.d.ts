declare module '@filecoin-shipyard/lotus-client-provider-nodejs' {
  export class NodejsProvider {
    constructor(url: string, options?: { readonly token?: string });
    destroy(): Promise<void>;
  }
}

declare module '@filecoin-shipyard/lotus-client-schema' {
  export const mainnet: { readonly fullNode: unknown };
}
