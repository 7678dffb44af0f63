/** Where a command writes: its result, and what is said about it. */
export interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}
