/** A bounded number of places at an upstream, and the bounded queue before them. */
export interface ConcurrencyQueue {
  readonly running: number
  readonly waiting: number
  /** `go` is called when there is a place, at once where one is free; `full` where the queue is, or waiting took too long. Gives how to step out. */
  enter(go: () => void, full: () => void): () => void
  /** Gives a place back. */
  leave(): void
}
