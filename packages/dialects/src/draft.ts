/** A canonical node while it is being written. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] }
