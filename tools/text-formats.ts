export interface TextFormat {
  /** True: the format has a resource that counts tokens. */
  readonly counts: boolean
  /** True: a format of this house, with the files and exports of its siblings. False: a guest, which is asked for exports alone. */
  readonly grid: boolean
  /** Default: `packages/<id>`. */
  readonly folder?: string
  /** Id of the format, where the row has another. */
  readonly name?: string
}

/** Text formats, which the shape and boundary checks and conformance look at. `pnpm new-format <id>` adds a row. */
export const textFormats: Readonly<Record<string, TextFormat>> = {
  messages: { counts: true, grid: true },
  // Chat Completions has no resource that counts tokens.
  chat: { counts: false, grid: true },
  responses: { counts: true, grid: true },
  contents: { counts: true, grid: true },
  interactions: { counts: false, grid: false },
  converse: { counts: true, grid: false },
  // The same format by an author outside: its text, its tools, and no more.
  'converse-example': { counts: false, grid: false, folder: 'examples/converse', name: 'converse' },
}
