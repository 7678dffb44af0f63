import type { GenerateRequest } from '@interlingua/core'
import { createInstance } from '../instance/create-instance.ts'
import type { Conversation } from '../read-conversation.ts'
import type { Directives } from '../read-directives.ts'
import { describePart } from './describe-part.ts'
import { describeResult } from './describe-result.ts'
import { excerpt } from './excerpt.ts'
import { label } from './label.ts'

const fillers = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india', 'juliett', 'kilo', 'lima']

/** Writes the text of an answer without calls: JSON where the request asks for a format, and otherwise a summary of the input. */
export function writeText(request: GenerateRequest, conversation: Conversation, directives: Directives, candidate: number): string {
  const format = request.output?.format
  if (format?.type === 'json-schema') return JSON.stringify(createInstance(format.schema))
  const summary = summarise(conversation)
  if (format?.type === 'json') return JSON.stringify({ provider: 'demo', note: `${label} ${summary}` })
  const say = directives.get('say')
  const count = Math.min(Number(directives.get('words')?.words[0] ?? 0) || 0, 100_000)
  const said = say ? say.text : count > 0 ? Array.from({ length: count }, (_, i) => fillers[i % fillers.length]).join(' ') : summary
  return `${label} ${said}${candidate > 0 ? ` (candidate ${candidate + 1})` : ''}`
}

function summarise(conversation: Conversation): string {
  const { prompt, results, parts, callNames, prefill, instructions } = conversation
  const sentences: string[] = []
  if (prefill !== undefined) sentences.push(`I go on from "${excerpt(prefill, 60)}".`)
  if (results.length > 0) sentences.push(`${results.map((result) => describeResult(result, callNames.get(result.callId))).join('; ')}.`)
  if (prompt !== '') sentences.push(`You ${results.length > 0 ? 'had ' : ''}asked: "${excerpt(prompt)}".`)
  const sent = parts.map(describePart).filter((text) => text !== undefined)
  if (sent.length > 0) sentences.push(`You sent ${sent.join('; ')}.`)
  if (instructions !== '') sentences.push(`My instructions: "${excerpt(instructions, 80)}".`)
  return sentences.length > 0 ? sentences.join(' ') : 'You sent no text.'
}
