import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Catalogue, ModelFacts } from '../apps/gateway/src/catalogue/catalogue.ts'

type Source = Catalogue['sources'][number]

/** Finder of facts about a model of a provider, and where they come from. */
export interface FactSource {
  readonly source: Source
  readonly find: (provider: string, id: string) => ModelFacts | undefined
}

/** Beginnings of ids at the source, where they differ from the provider's name here. */
const prefixes: Readonly<Record<string, string>> = {
  google: 'gemini/',
  'x-ai': 'xai/',
  together: 'together_ai/',
  fireworks: 'fireworks_ai/accounts/fireworks/models/',
  moonshotai: 'moonshot/',
}

/** Entry of the source's table, as far as it is read. https://github.com/BerriAI/litellm */
interface Entry {
  readonly litellm_provider?: string
  readonly mode?: string
  readonly max_input_tokens?: number
  readonly max_output_tokens?: number
  readonly supports_vision?: boolean
  readonly supports_audio_input?: boolean
  readonly supports_video_input?: boolean
  readonly supports_pdf_input?: boolean
  readonly supports_function_calling?: boolean
  readonly supports_reasoning?: boolean
  readonly supports_response_schema?: boolean
}

/**
 * Reads facts about models of LiteLLM's table (MIT), the file `litellm/model_prices_and_context_window_backup.json` of its wheel at PyPI. Its prices
 * are not read.
 */
export function readFacts(file: string, version: string): FactSource {
  const text = readFileSync(file, 'utf8')
  const table = JSON.parse(text) as Readonly<Record<string, Entry>> // each field is checked below
  return {
    source: { name: 'litellm', version, licence: 'MIT', url: 'https://github.com/BerriAI/litellm', sha256: hash('sha256', text) },
    find(provider, id) {
      // A bare id is one of the vendor itself.
      const entry =
        table[`${prefixes[provider] ?? `${provider}/`}${id}`] ?? (['anthropic', 'openai'].includes(provider) ? table[id] : undefined)
      return entry === undefined || !['chat', 'responses', 'completion'].includes(entry.mode ?? '') ? undefined : factsOf(entry, provider)
    },
  }
}

function factsOf(entry: Entry, provider: string): ModelFacts {
  const media = [
    ...(entry.supports_vision ? ['image'] : []),
    ...(entry.supports_audio_input ? ['audio'] : []),
    ...(entry.supports_video_input ? ['video'] : []),
    ...(entry.supports_pdf_input ? ['document'] : []),
  ]
  return {
    // OpenAI's number is the window without the longest output.
    ...(isCount(entry.max_input_tokens) && provider !== 'openai' && provider !== 'azure' && { context: entry.max_input_tokens }),
    ...(isCount(entry.max_output_tokens) && { maxOutput: entry.max_output_tokens }),
    ...(media.length > 0 && { media }),
    ...(entry.supports_function_calling === true && { tools: true }),
    ...(entry.supports_reasoning === true && { reasoning: true }),
    ...(entry.supports_response_schema === true && { schema: true }),
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** Facts of an earlier catalogue, for builds without the source's file. */
export function factsOfCatalogue({ sources, providers }: Catalogue): FactSource | undefined {
  const source = sources.find(({ sha256 }) => sha256 !== undefined)
  if (source === undefined) return undefined
  return {
    source,
    find(provider, id) {
      const model = providers[provider]?.models[id]
      if (model === undefined) return undefined
      const { context, maxOutput, media, tools, reasoning, schema } = model
      return Object.fromEntries(
        Object.entries({ context, maxOutput, media, tools, reasoning, schema }).filter(([, fact]) => fact !== undefined),
      )
    },
  }
}
