import type { Json } from '@interlingua/core'
import type { SseEvent } from './sse-event.ts'

/** Element of a stream of JSON values: a value with the name of its event, or as text anything that is no JSON, a comment, or a loss. */
export type JsonEvent = { readonly type: 'json'; readonly event: string | undefined; readonly value: Json } | SseEvent
