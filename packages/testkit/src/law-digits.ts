import { isInterlinguaError, parseDocument, translateResponse } from '@interlingua/core'
import type { Context, Notice, Pointer } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { covers } from './covers.ts'
import { createTestContext } from './create-test-context.ts'
import { translateStreamText } from './law-translated-stream.ts'
import { sendableRequest, type Pair } from './pair.ts'
import type { Violation } from './violation.ts'

/** Text of a document or a stream, with the numbers that a double cannot print in their spelling, each with its place. */
export interface SpelledNumbers {
  readonly kind: 'request' | 'answer' | 'stream'
  readonly path?: string
  readonly text: string
  readonly numbers: Readonly<Record<string, Pointer>>
}

/** Law "digits": each number of a text keeps its spelling in the translated text, or a notice names its place. */
export function lawDigits(name: string, pair: Pair, { kind, path = '', text, numbers }: SpelledNumbers): readonly Violation[] {
  return attempt(name, (say) => {
    const notices: Notice[] = []
    const onNotice: Context['onNotice'] = (notice) => void notices.push(notice)
    const contextOf = (given: Pair['sourceContext']): Context => ({ ...createTestContext(given).context, onNotice })
    const source = contextOf(pair.sourceContext)
    const target = contextOf(pair.targetContext)
    let output: string
    try {
      if (kind === 'stream') {
        const translated = translateStreamText(pair, text)
        output = translated.text
        notices.push(...translated.notices)
      } else {
        const body = parseDocument(text)
        const translated =
          kind === 'request'
            ? sendableRequest(pair, { path, query: {}, headers: {}, body }, { client: source, upstream: target })
            : translateResponse(
                pair.target,
                pair.source,
                { status: 200, headers: {}, body },
                { client: target, upstream: source },
                pair.state ?? {},
              )
        output = JSON.stringify(translated.body)
      }
    } catch (error) {
      if (isInterlinguaError(error)) return say('', `refused: ${error.message}`)
      throw error
    }
    // An approximation of something around a number does not cover its digits.
    const telling = notices.filter(({ code, kind }) => kind === 'dropped' || code.endsWith('/argument-digits'))
    for (const [literal, place] of Object.entries(numbers)) {
      if (!encodes(output, literal) && !covers(telling, place)) say(place, `${literal} is neither in the output nor reported`)
    }
  })
}

/** True if a text holds a number in this very spelling, and not as a piece of another number. */
function encodes(text: string, literal: string): boolean {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    if (!/[\d.eE+-]/.test(text.charAt(at - 1)) && !/[\d.eE+-]/.test(text.charAt(at + literal.length))) return true
  }
  return false
}
