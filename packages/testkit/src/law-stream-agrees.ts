import { foldEvents } from '@interlingua/core'
import type { GenerateAdapter, GenerateResponse } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { checkStreamGrammar } from './check-stream-grammar.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence, streamEquivalence } from './equivalence.ts'
import type { Exchange } from './exchange.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream, writeStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

/** Stream agrees with document: the folded events of a stream are what the decoder makes of the document that the stream stands for. */
export function lawStreamAgrees(adapter: GenerateAdapter, exchange: Exchange, settings: LawSettings = {}): readonly Violation[] {
  const text = exchange.stream
  if (text === undefined) return []
  return attempt('stream agrees with document', (say) => {
    const { context } = contextFor(exchange, settings)
    const events = readStream(adapter, [text], context)
    for (const breach of checkStreamGrammar(events)) say('', breach)
    const document = settings.documentOf?.(text, exchange)
    if (document === undefined) return
    const reply = { status: 200, headers: {}, body: document }
    const expected = adapter.decodeResponse(adapter.parseResponse(reply, context), context)
    for (const path of diff(expected, foldEvents(events), canonicalEquivalence)) say(path, 'the folded stream differs from the document')
  })
}

/** A stream that was read and written again is legal, folds to the same answer and stands for the same document. */
export function lawStreamIdentity(adapter: GenerateAdapter, exchange: Exchange, settings: LawSettings = {}): readonly Violation[] {
  const text = exchange.stream
  if (text === undefined) return []
  return attempt('stream written again', (say) => {
    const { context, notices } = contextFor(exchange, settings)
    const events = readStream(adapter, [text], context)
    const written = writeStream(adapter, events, context, settings.asked)
    const again = readStream(adapter, [written], context)
    for (const breach of checkStreamGrammar(again)) say('', breach)
    for (const breach of settings.checkStream?.(written) ?? []) say('', breach)
    // How a stream was cut is not for the client to know: a failure is told in the format's own words.
    for (const path of diff(withoutFailure(foldEvents(events)), withoutFailure(foldEvents(again)), canonicalEquivalence))
      say(path, 'the answer differs after writing the stream again')
    for (const { code, path } of notices) say(path, `notice ${code} within one format`)
    const [before, after] = [settings.documentOf?.(text, exchange), settings.documentOf?.(written, exchange)]
    for (const path of diff(before, after, streamEquivalence)) say(path, 'the document differs after writing the stream again')
  })
}

/** After a failure nothing more is written, so what was to come at the end is not: the failure aside, what had been said is the same. */
function withoutFailure({ failure, usage, ...response }: GenerateResponse): unknown {
  return { ...response, failed: failure !== undefined, ...(failure === undefined && { usage }) }
}
