/** What a store does with its tables, whichever database they are in. Its SQL is what SQLite and PostgreSQL both take, with `?` for values. */
export interface Database {
  /** Throws `StoreError`, as all of these. */
  read(sql: string, values: readonly Value[]): Promise<readonly Row[]>
  /** Gives how many rows were changed. */
  write(sql: string, values: readonly Value[]): Promise<number>
  /** Adds rows, all or none, but for those whose primary key is taken. */
  insertAll(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>
}

export type Value = string | number | null

export type Row = Readonly<Record<string, unknown>>
