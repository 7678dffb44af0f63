import type { Json } from '@interlingua/core'
import type { SseEvent } from './sse-event.ts'

/** What a stream of JSON values holds: a value with the name of its event; or else, as text, what is no JSON, a comment, a loss. */
export type JsonEvent = { readonly type: 'json'; readonly event: string | undefined; readonly value: Json } | SseEvent
