/** A struct of any layout: fields that a layout lacks are undefined. */
export type AnyLayout<T> = Filled<T, T extends unknown ? keyof T : never>;

type Filled<T, K extends PropertyKey> = T extends unknown ? T & { readonly [P in Exclude<K, keyof T>]?: undefined } : never;
