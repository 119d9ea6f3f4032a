export const METHODS: readonly { readonly name: string }[] = [];
