/** The same without keys whose value is `undefined`, which may then be absent. */
export type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Absent stays absent: `dropAbsent({ maxTokens, stop })` has the keys that have a value. */
export function dropAbsent<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T> // the others were left out
}
