import type { IncomingMessage } from 'node:http'
import type { Pieces, StoredResult } from './storage.ts'
import type { ResultName } from './result-name.ts'

/** Made images and videos for which clients want addresses. */
export interface Results {
  /**
   * Keeps bytes and gives an address of this gateway at which they can be read until it expires (milliseconds since the epoch), by whoever has
   * it. A stream is never held as a whole, and is destroyed where it cannot be kept. Rejects with a `ResultsError`, a `StoreError`, or with what
   * the stream threw.
   */
  keep(bytes: Buffer | Pieces, mime: string, exchange: { readonly request: IncomingMessage }): Promise<KeptResult>
  /** Keeps bytes likewise, and gives the name of which an address is made when somebody asks for it: it is another for each way to this gateway. */
  put(bytes: Buffer | Pieces, mime: string): Promise<NamedResult>
  /** The address of what is kept under a name that `put` gave. Rejects with a `StoreError`. */
  address(name: string, exchange: { readonly request: IncomingMessage }): Promise<string>
  /** What is kept under a name that `put` gave; `undefined`: no longer. Rejects with a `ResultsError`. */
  find(name: string): Promise<StoredResult | undefined>
  /** Deletes what is kept under a name that `put` gave, where it is there. Rejects with a `ResultsError`. */
  delete(name: string): Promise<void>
  /** Rejects with a `ResultsError` or a `StoreError` where nothing could be kept now: to be asked before anything is paid for. */
  ready(): Promise<void>
  /** The result of an address that was given; else why there is none. */
  open(
    name: string,
    expires: string,
    signature: string,
  ): Promise<{ readonly name: ResultName; readonly result: StoredResult } | 'wrong-signature' | 'expired' | 'missing'>
  /** Deletes what has expired, now and from time to time. */
  start(): void
  sweep(now: number): Promise<number>
  close(): Promise<void>
}

export interface NamedResult {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export interface KeptResult {
  readonly url: string
  readonly expiresAt: number
}
