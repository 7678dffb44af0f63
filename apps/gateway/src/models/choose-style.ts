import type { IncomingHttpHeaders } from 'node:http'
import { anthropicModels, geminiModels, openaiModels, type ModelListAdapter } from '@interlingua/models'
import { queryOf } from '../query-of.ts'

/** A style and how its pages are asked for; OpenAI's has none. */
export interface ChosenStyle {
  readonly style: ModelListAdapter
  readonly after: string
  readonly before: string
}

const anthropic: ChosenStyle = { style: anthropicModels, after: 'after_id', before: 'before_id' }
const gemini: ChosenStyle = { style: geminiModels, after: 'pageToken', before: 'pageToken' }
const openai: ChosenStyle = { style: openaiModels, after: 'after', before: 'before' }

/**
 * In whose style the list is answered: the native path is native; else Anthropic's headers come before Google's, and a key in Anthropic's own
 * header alone is Anthropic's SDK. OpenAI's style is the default.
 */
export function chooseStyle(url: string, headers: IncomingHttpHeaders): ChosenStyle {
  if (url.startsWith('/v1beta/')) return gemini
  if (headers['anthropic-version'] !== undefined) return anthropic
  if (headers['x-goog-api-key'] !== undefined) return gemini
  if (headers.authorization !== undefined) return openai
  if (headers['x-api-key'] !== undefined) return anthropic
  return queryOf(url).has('key') ? gemini : openai
}
