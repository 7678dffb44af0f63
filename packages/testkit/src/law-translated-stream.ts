import { foldEvents, translateStream } from '@interlingua/core'
import type { EncodeState, Context, Notice } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { checkStreamGrammar } from './check-stream-grammar.ts'
import { createTestContext } from './create-test-context.ts'
import { diff } from './diff.ts'
import { streamEquivalence } from './equivalence.ts'
import type { Pair } from './pair.ts'
import { readStream, runMachine } from './run-machine.ts'
import type { Violation } from './violation.ts'

export interface TranslatedStream {
  readonly text: string
  readonly notices: readonly Notice[]
}

/** Text of a stream of `source` as a client of `target` gets it. */
export function translateStreamText(pair: Pair, chunks: Iterable<string>, asked: EncodeState = {}): TranslatedStream {
  const notices: Notice[] = []
  const contextOf = (overrides: Pair['sourceContext']): Context => ({
    ...createTestContext(overrides).context,
    onNotice: (notice) => void notices.push(notice),
  })
  const sides = { client: contextOf(pair.targetContext), upstream: contextOf(pair.sourceContext) }
  const { reader, writer } = translateStream(pair.target, pair.source, sides, { ...pair.state, ...asked })
  return { text: runMachine(writer, runMachine(reader, chunks)).join(''), notices }
}

export interface StreamOracle {
  /** Document that a text of the target's stream stands for. */
  readonly documentOf: (text: string) => unknown
  readonly checkStream?: (text: string) => readonly string[]
  /** Wire keys of the target that may differ between a stream and a document. */
  readonly ignored?: ReadonlySet<string>
  /** Notices that only a stream can give. */
  readonly streamOnly?: ReadonlySet<string>
}

/**
 * Law "translated stream": a translated stream is legal in the target format, stands for the same document as the translated document, and
 * gives the same notices.
 */
export function lawTranslatedStream(
  pair: Pair,
  text: string,
  expected: { readonly output: unknown; readonly notices: readonly Notice[] } | undefined,
  asked: EncodeState,
  oracle: StreamOracle,
): readonly Violation[] {
  return attempt('translated stream agrees with translated document', (say) => {
    const { text: written, notices } = translateStreamText(pair, [text], asked)
    for (const breach of oracle.checkStream?.(written) ?? []) say('', breach)
    const again = readStream(pair.target, [written], createTestContext(pair.targetContext).context)
    for (const breach of checkStreamGrammar(again)) say('', breach)
    if (expected === undefined) {
      if (foldEvents(again).status !== 'failed') say('', 'the failure did not reach the client')
      return
    }
    const equivalence = { ...streamEquivalence, ignored: new Set([...streamEquivalence.ignored, ...(oracle.ignored ?? [])]) }
    for (const path of diff(expected.output, oracle.documentOf(written), equivalence))
      say(path, 'the translated stream stands for another document')
    const [codes, streamed] = [codesOf(expected.notices), codesOf(notices)]
    for (const code of codes) if (!streamed.has(code)) say('', `the stream does not report ${code}`)
    for (const code of streamed) if (!codes.has(code) && !oracle.streamOnly?.has(code)) say('', `only the stream reports ${code}`)
  })
}

function codesOf(notices: readonly Notice[]): ReadonlySet<string> {
  return new Set(notices.map(({ code }) => code))
}
