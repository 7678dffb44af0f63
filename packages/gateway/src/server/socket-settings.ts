/** Limits of WebSockets. */
export interface SocketSettings {
  readonly enabled: boolean
  /** Milliseconds after which a connection takes no more requests. */
  readonly lifetime: number
  /** Largest number of connections of one key. */
  readonly perKey: number
  /** Largest sum of characters of the conversations that a connection remembers. */
  readonly characters: number
  /** Largest number of connections of this process. */
  readonly total: number
}
