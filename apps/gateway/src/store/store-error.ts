/** The store cannot be used: it cannot be reached, or is broken. The message is for logs, not for callers. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
