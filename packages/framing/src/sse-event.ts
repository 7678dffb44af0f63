/**
 * What an SSE parser finds in a stream. `event` is the `event:` field, absent where the source has none; `data` is the lines of data
 * joined by `\n`. `invalid` says that something was lost; its message never holds content of the stream.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export type SseEvent =
  | { readonly type: 'event'; readonly event?: string; readonly data: string }
  | { readonly type: 'comment'; readonly text: string }
  | { readonly type: 'invalid'; readonly message: string }
