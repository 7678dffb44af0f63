import type { ChannelHealth, Overview, RequestRow } from './overview.ts'

/** Event of `GET /admin/api/events`: its name, and its data as JSON. */
export type ConsoleEvent =
  | { readonly topic: 'overview'; readonly data: Overview }
  | { readonly topic: 'request'; readonly data: RequestEvent }
  | { readonly topic: 'channel'; readonly data: ChannelHealth }
  | { readonly topic: 'config'; readonly data: { readonly problem?: string } }
  | { readonly topic: 'recording'; readonly data: { readonly on: boolean } }
  | { readonly topic: 'key'; readonly data: { readonly id: string } }

export type Topic = ConsoleEvent['topic']

/** Progress of a request: it came, a channel is called for it (its key is known by then), it ended. `sampled`: many run, and some are left out. */
export interface RequestEvent {
  readonly phase: 'begin' | 'attempt' | 'end'
  readonly request: Partial<RequestRow> & Pick<RequestRow, 'id' | 'at'>
  readonly sampled?: true
}

/** Name of the event after which a page has to ask for everything anew, since events were missed. */
export const resetEvent = 'reset'
