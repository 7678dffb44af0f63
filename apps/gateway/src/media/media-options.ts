/** What may be fetched on behalf of callers. */
export interface MediaOptions {
  /** Whether an address may be connected to (`createAllowance`). */
  readonly allows: (address: string) => boolean
  readonly ports: readonly number[]
  /** Most bytes of one file. */
  readonly bytes: number
  /** Most bytes of all files of one request. */
  readonly totalBytes: number
  /** Milliseconds for one file, redirects and all. */
  readonly patience: number
  /** Most files of one request. */
  readonly files: number
}
