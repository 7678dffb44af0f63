import { foldEvents } from '@interlingua/core'
import type { GenerateAdapter, StreamEvent } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { checkStreamGrammar } from './check-stream-grammar.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence } from './equivalence.ts'
import type { Recording } from './recording.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

/**
 * Law "cut anywhere": the cuts of a stream into chunks have no effect; a stream cut short ends as a failure with balanced parts, unless the
 * whole response had arrived (only usage and marks after the end may then be missing).
 */
export function lawCutAnywhere(
  adapter: Pick<GenerateAdapter, 'createStreamParser' | 'createStreamDecoder'>,
  recording: Recording,
  settings: LawSettings = {},
): readonly Violation[] {
  const text = recording.stream
  if (text === undefined) return []
  return attempt('cut anywhere', (say) => {
    const read = (chunks: Iterable<string>): readonly StreamEvent[] => readStream(adapter, chunks, contextFor(recording, settings).context)
    const whole = read([text])
    const expected = JSON.stringify(whole)
    const folded = foldEvents(whole)
    if (JSON.stringify(read(text.split(''))) !== expected) say('', 'one unit at a time gives other events')
    for (const size of [2, 3, 7, 64]) {
      if (JSON.stringify(read(inPieces(text, size))) !== expected) say('', `pieces of ${size} give other events`)
    }
    for (const position of positions(text.length, settings.cuts ?? 300)) {
      const cut = text.slice(0, position)
      if (JSON.stringify(read([cut, text.slice(position)])) !== expected) say('', `a cut at ${position} gives other events`)
      const events = read([cut])
      for (const breach of checkStreamGrammar(events)) say('', `cut short at ${position}: ${breach}`)
      const answer = foldEvents(events)
      if (answer.status === 'failed') {
        if (events.some(({ type }) => type === 'failure')) continue
        say('', `cut short at ${position}: failed without a failure`)
      } else if (answer.status !== folded.status || diff(answer.candidates, folded.candidates, canonicalEquivalence).length > 0) {
        say('', `cut short at ${position}: ends as ${answer.status} without all of the answer`)
      }
    }
  })
}

function* inPieces(text: string, size: number): Generator<string> {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
}

/** All positions of a short text; about `most` of a long one, spread evenly with steps that share no factor with event lengths. */
function positions(length: number, most: number): readonly number[] {
  const step = length <= most ? 1 : Math.max(1, Math.floor(length / most)) | 1
  const found: number[] = []
  for (let position = 0; position < length; position += step) found.push(position)
  return found
}
