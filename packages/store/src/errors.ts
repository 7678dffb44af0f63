import { ConfigError } from '@interlingua/gateway-kernel'

/** Access to the tables of any of the databases. The SQL is common to SQLite and PostgreSQL, with `?` for values. */
export interface Database {
  /** Reads rows. Throws a `StoreError`, like all methods here. */
  read(sql: string, values: readonly Value[]): Promise<readonly Row[]>
  /** Changes rows, and returns their number. */
  write(sql: string, values: readonly Value[]): Promise<number>
  /** Adds rows, all or none, except those whose primary key is taken. */
  insertAll(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>
}

export type Value = string | number | null

export type Row = Readonly<Record<string, unknown>>

/** Error of a store that cannot be reached, or is broken. The message is for logs, not for callers. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** True if the store works, but does not take these values. */
  readonly refused: boolean

  constructor(message: string, options: { readonly cause?: unknown; readonly refused?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.refused = options.refused === true
  }
}

/** Error for a database of a newer version, thrown before any change. `place` must hold no password. */
export function newerStore(place: string, found: number, known: number): ConfigError {
  return new ConfigError(
    `${place}: a newer version of the gateway has written this database (tables of version ${found}; this one knows ${known}). Start that version, or name another database.`,
  )
}
