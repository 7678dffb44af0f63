import type { IncomingHttpHeaders } from 'node:http'
import { anthropicModels, geminiModels, openaiModels, type ModelListAdapter } from '@interlingua/models'
import { vendorOfClient } from '../requests/vendor-of-client.ts'

/** A style and how its pages are asked for; OpenAI's has none. */
export interface ChosenStyle {
  readonly style: ModelListAdapter
  readonly after: string
  readonly before: string
}

const anthropic: ChosenStyle = { style: anthropicModels, after: 'after_id', before: 'before_id' }
const gemini: ChosenStyle = { style: geminiModels, after: 'pageToken', before: 'pageToken' }
const openai: ChosenStyle = { style: openaiModels, after: 'after', before: 'before' }

const styles = { openai, anthropic, google: gemini } as const

/** In whose style the list is answered: that of the client's vendor, which also decides how errors are spelled. */
export function chooseStyle(url: string, headers: IncomingHttpHeaders): ChosenStyle {
  return styles[vendorOfClient(url, headers)]
}
