/** The same without keys whose value is `undefined`, which may then be absent. */
export type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Absent stays absent: `dropAbsent({ maxTokens, stop })` has the keys that have a value. */
export function dropAbsent<T extends object>(values: T): Present<T> {
  const present: Partial<T> = {}
  for (const key in values) if (values[key] !== undefined) present[key] = values[key]
  return present as unknown as Present<T> // the others were left out
}
