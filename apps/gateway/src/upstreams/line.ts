/** A bounded number of places at an upstream, and the bounded line before them. */
export interface Line {
  readonly running: number
  readonly waiting: number
  /** `go` is called when there is a place, at once where one is free; `full` where the line is, or waiting took too long. Gives how to step out. */
  enter(go: () => void, full: () => void): () => void
  /** Gives a place back. */
  leave(): void
}
