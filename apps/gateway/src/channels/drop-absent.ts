type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Absent is absent: optional keys of a checked file may hold `undefined` by type only. */
export function dropAbsent<T extends object>(value: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as WithoutUndefined<T> // what is undefined was left out
}
