/** The store cannot be used: it cannot be reached, or is broken. The message is for logs, not for callers. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** True: the store works, and does not take these values. */
  readonly refused: boolean

  constructor(message: string, options: { readonly cause?: unknown; readonly refused?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.refused = options.refused === true
  }
}
