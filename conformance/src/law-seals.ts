import { dialects } from '@interlingua/chat'
import type { JsonObject } from '@interlingua/core'
import { translateStreamText } from '@interlingua/testkit'
import { answerOf } from './answer-of.ts'
import { crossAnswer, crossRequest } from './cross.ts'
import type { CrossSettings } from './cross.ts'
import type { FormatId } from './format-id.ts'
import { formatIds, formats } from './formats.ts'
import { ownCorpus } from './own-corpus.ts'
import { pairOf } from './pair-of.ts'
import { recordedCorpus } from './recorded-corpus.ts'
import { returnedTurn } from './returned-turn.ts'
import type { Returns } from './returned-turn.ts'
import { sealedAnswers, sealsOf } from './sealed-answers.ts'

/** A response with seals. */
export interface Sealed {
  readonly name: string
  readonly answer: JsonObject
  readonly seals: readonly string[]
}

/** Data of seals, without the parts that they belong to. */
const dataOf = (format: FormatId, document: JsonObject): readonly string[] =>
  sealsOf[format](document).flatMap((line) => {
    const data = line.slice(line.lastIndexOf(' ') + 1)
    // Placeholders for missing signatures.
    return data === '' || data === 'undefined' || data === 'skip_thought_signature_validator' ? [] : [data]
  })

/** Responses of a format with seals: constructed ones, those of this project's corpus, and recorded ones. */
export function sealedOf(format: FormatId): readonly Sealed[] {
  const made = [1, 2].flatMap((calls) =>
    [true, false].map((shown) => ({
      name: `${calls} calls, ${shown ? 'shown' : 'hidden'}`,
      answer: sealedAnswers[format]({ turn: 1, calls, shown }),
    })),
  )
  const recorded = recordedCorpus().flatMap((set) => (set.format === format && set.counts === undefined ? (set.recordings ?? []) : []))
  const held = [...ownCorpus(format), ...recorded].flatMap((recording) => {
    const said = recording.stream ?? JSON.stringify(recording.response ?? null)
    const answer = recording.format === format && sealKeys.test(said) ? answerOf(recording, format) : undefined
    return answer === undefined ? [] : [{ name: recording.id, answer: answer as JsonObject }] // an answer is an object
  })
  return [...made, ...held].flatMap(({ name, answer }) => {
    const seals = dataOf(format, answer)
    return seals.length === 0 ? [] : [{ name, answer, seals }]
  })
}

/** Keys of seals; most recordings have none. */
const sealKeys = /"(thoughtSignature|encrypted_content|signature|redacted_thinking|reasoning_details)"/

/** Dialect that replays seals, since plain chat has none. */
const dialect: NonNullable<CrossSettings['sourceContext']> = { dialect: dialects.openrouter as unknown as JsonObject } // plain data; its interface type cannot say so
const sideOf = (format: FormatId): NonNullable<CrossSettings['sourceContext']> => (format === 'chat' ? dialect : {})

/** Response as a client gets it, as a document or from a stream in these pieces, folded by the official SDK of its format. */
export async function heardBy(
  client: FormatId,
  upstream: FormatId,
  answer: JsonObject,
  pieces: readonly string[] | undefined,
): Promise<JsonObject> {
  if (pieces === undefined) return crossAnswer(upstream, client, answer, { sourceContext: sideOf(upstream) }).body
  const { text } = translateStreamText({ ...pairOf(upstream, client), sourceContext: sideOf(upstream) }, pieces)
  return (await formats[client].foldWithSdk(text)) as JsonObject // an SDK folds an object
}

/** Seals of `sealed` that do not return to their upstream from such a client. */
export function missing(client: FormatId, upstream: FormatId, heard: JsonObject, how: Returns, { seals }: Sealed): readonly string[] {
  const { body } = crossRequest(client, upstream, returnedTurn[client](heard, how), { targetContext: sideOf(upstream) })
  const back = dataOf(upstream, body)
  return seals.filter((seal) => !back.includes(seal))
}

/** Seals that reach another upstream although only their own may have them, and repeated ones; the law wants neither. */
export function leaked(client: FormatId, upstream: FormatId, heard: JsonObject, { seals }: Sealed): readonly string[] {
  // The client returned no envelope.
  const brought = JSON.stringify(returnedTurn[client](heard, 'all')).includes('SUwB')
  return formatIds.flatMap((other) => {
    if (other === upstream) return []
    const { body, reported } = crossRequest(client, other, returnedTurn[client](heard, 'all'))
    const text = JSON.stringify(body)
    const found = [...seals, 'SUwB'].filter((seal) => text.includes(seal)).map((seal) => `${other} gets ${seal.slice(0, 24)}`)
    const twice = reported.filter((each, i) => reported.indexOf(each) !== i).map((each) => `${other}: ${each} is told twice`)
    return [...found, ...twice, ...(brought && reported.length === 0 ? [`${other}: nothing is told`] : [])]
  })
}
