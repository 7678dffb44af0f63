import { foldEvents } from '@interlingua/core'
import type { GenerateAdapter, GenerateResponse } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { checkStreamGrammar } from './check-stream-grammar.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence, streamEquivalence } from './equivalence.ts'
import type { Recording } from './recording.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream, writeStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

/** Law "stream agrees": the folded events of a stream equal the decoded document that the stream stands for. */
export function lawStreamAgrees(
  adapter: Pick<GenerateAdapter, 'createStreamParser' | 'createStreamDecoder' | 'parseResponse' | 'decodeResponse'>,
  recording: Recording,
  settings: LawSettings = {},
): readonly Violation[] {
  const text = recording.stream
  if (text === undefined) return []
  return attempt('stream agrees with document', (say) => {
    const { context } = contextFor(recording, settings)
    const events = readStream(adapter, [text], context)
    for (const breach of checkStreamGrammar(events)) say('', breach)
    const document = settings.documentOf?.(text, recording)
    if (document === undefined) return
    const reply = { status: 200, headers: {}, body: document }
    const expected = adapter.decodeResponse(adapter.parseResponse(reply, context), context)
    for (const path of diff(expected, foldEvents(events), canonicalEquivalence)) say(path, 'the folded stream differs from the document')
  })
}

/**
 * Law "stream identity": a stream that was read and written again is legal, folds to the same response and stands for the same document.
 */
export function lawStreamIdentity(
  adapter: Pick<GenerateAdapter, 'createStreamParser' | 'createStreamDecoder' | 'createStreamEncoder' | 'createStreamSerializer'>,
  recording: Recording,
  settings: LawSettings = {},
): readonly Violation[] {
  const text = recording.stream
  if (text === undefined) return []
  return attempt('stream written again', (say) => {
    const { context, notices } = contextFor(recording, settings)
    const events = readStream(adapter, [text], context)
    const written = writeStream(adapter, events, context, settings.asked)
    const again = readStream(adapter, [written], context)
    for (const breach of checkStreamGrammar(again)) say('', breach)
    for (const breach of settings.checkStream?.(written) ?? []) say('', breach)
    // The words of a failure may differ: the format tells a cut stream in its own words.
    for (const path of diff(withoutFailure(foldEvents(events)), withoutFailure(foldEvents(again)), canonicalEquivalence))
      say(path, 'the answer differs after writing the stream again')
    for (const { code, path } of notices) say(path, `notice ${code} within one format`)
    const [before, after] = [settings.documentOf?.(text, recording), settings.documentOf?.(written, recording)]
    for (const path of diff(before, after, streamEquivalence)) say(path, 'the document differs after writing the stream again')
  })
}

/** Removes the failure, and the usage, which comes at the end: after a failure no more is written. */
function withoutFailure({ failure, usage, ...response }: GenerateResponse): unknown {
  return { ...response, failed: failure !== undefined, ...(failure === undefined && { usage }) }
}
