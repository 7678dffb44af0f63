/** Output of the JSON framings: the text of one value, or a report that something was lost. A subset of `SseEvent`. */
export type FramedText = { readonly type: 'event'; readonly data: string } | { readonly type: 'invalid'; readonly message: string }
