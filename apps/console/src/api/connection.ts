import { signal } from '@preact/signals'

/** State of the connection to the gateway, as the latest calls and the event stream found it. */
export type Connection =
  | { readonly state: 'connecting' }
  /** `live`: events arrive as they happen. */
  | { readonly state: 'reached'; readonly live: boolean }
  /** No answer since `since`; the next try is at `nextAt`. Milliseconds since the epoch. */
  | { readonly state: 'gone'; readonly since: number; readonly nextAt: number }

export const connection = signal<Connection>({ state: 'connecting' })

/** Writes down that the gateway answered. `live`: events arrive now, or no longer; absent: as before. */
export function noteReached(live?: boolean): void {
  const before = connection.peek()
  const next = live ?? (before.state === 'reached' && before.live)
  if (before.state !== 'reached' || before.live !== next) connection.value = { state: 'reached', live: next }
}

/** Writes down that the gateway did not answer. `nextAt`: time of the next try. */
export function noteGone(nextAt: number): void {
  const before = connection.peek()
  connection.value = { state: 'gone', since: before.state === 'gone' ? before.since : Date.now(), nextAt }
}
