/**
 * Output of an SSE parser. `event` is the `event:` field, absent if the source has none; `data` is the data lines joined by `\n`; `invalid`
 * reports a loss, in a message that never holds content of the stream. https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export type SseEvent =
  | { readonly type: 'event'; readonly event?: string; readonly data: string }
  | { readonly type: 'comment'; readonly text: string }
  | { readonly type: 'invalid'; readonly message: string }
