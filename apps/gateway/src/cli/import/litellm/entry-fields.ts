import { isJsonObject } from '@interlingua/core'
import { type Provider, providers, withoutChannel } from './providers.ts'

/** Fields of an entry of LiteLLM's list of models, as they were read. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return isJsonObject(value)
}

export function splitModel(model: string, provider: unknown): { readonly id: string; readonly provider: string } {
  if (typeof provider === 'string') return { id: model.startsWith(`${provider}/`) ? model.slice(provider.length + 1) : model, provider }
  const [first = '', ...rest] = model.split('/')
  if (rest.length > 0 && (first in providers || first in withoutChannel || first.startsWith('azure') || rest.length === 1))
    return { id: rest.join('/'), provider: first }
  // LiteLLM knows bare ids by their beginnings.
  if (model.startsWith('claude')) return { id: model, provider: 'anthropic' }
  if (model.startsWith('gemini')) return { id: model, provider: 'vertex_ai' }
  return { id: model, provider: 'openai' }
}

export function starsOf(text: string): number {
  return text.split('*').length - 1
}

/** Azure OpenAI at its v1 address, which takes a key like OpenAI's. */
export function azureProvider(params: Fields): Provider {
  return { format: 'openai-chat', env: 'AZURE_API_KEY', ...(params['api_base'] === undefined && { baseUrl: '' }) }
}

/** Address of an entry. */
export interface Base {
  readonly url: string
  /** Variable of the environment in which the address stands. */
  readonly variable?: string
  /** True if the variable holds the address as a channel has it, so that the channel can name the variable. */
  readonly named?: boolean
  /** True if the variable is not set. */
  readonly missing?: true
}

export function baseOf(params: Fields, provider: Provider, azure: boolean): Base | undefined {
  const given = params['api_base'] ?? params['base_url']
  const variable = typeof given === 'string' ? variableOf(given) : azure && given === undefined ? 'AZURE_API_BASE' : undefined
  const text = variable === undefined ? given : process.env[variable]
  if (variable !== undefined && (typeof text !== 'string' || text === ''))
    return { url: missingAddress, variable, missing: true, named: !azure && provider.dialect !== 'ollama' }
  const url = typeof text === 'string' ? text : provider.baseUrl
  if (url === undefined || URL.parse(url) === null) return undefined
  const address = addressOf(url, provider, azure)
  return { url: address, ...(variable !== undefined && { variable, named: address === url }) }
}

/** Address of a channel whose variable is not set, which a reader writes in its place. */
const missingAddress = 'http://address.invalid/v1'

/** Address as a channel has it: Ollama's and Azure's OpenAI-compatible ones have a path that LiteLLM does not need. */
function addressOf(text: string, { dialect }: Provider, azure: boolean): string {
  const url = text.replace(/\/+$/, '').replace(/\/(chat\/completions|messages|responses)$/, '')
  if (azure && /\.(openai|cognitiveservices)\.azure\.com$/.test(new URL(url).host)) return `${new URL(url).origin}/openai/v1`
  return dialect === 'ollama' && !url.endsWith('/v1') ? `${url}/v1` : url
}

function variableOf(text: string): string | undefined {
  return /^os\.environ\/(\w+)$/.exec(text)?.[1]
}

/** Key of an entry: where it stands, or itself. */
export interface Secret {
  readonly env?: string
  readonly text?: string
  /** True for a word that only fills the place of a key. */
  readonly none?: true
}

const placeholders = /^(?:none|null|dummy|fake|fake-key|empty|anything|any|not-needed|no-key-needed|sk-fake|x|-)$/i

export function secretOf(value: unknown): Secret {
  if (typeof value !== 'string' || value === '') return value === undefined ? {} : { none: true }
  const env = variableOf(value)
  if (env !== undefined) return { env }
  return placeholders.test(value) ? { none: true } : { text: value }
}

/** Keys of headers, of which a later one wins. */
const headerKeys = ['default_headers', 'headers', 'extra_headers'] as const

/** Headers without a text as value, by the key that they stand under. */
export function unfitHeaders(params: Fields): readonly (readonly [key: string, header: string])[] {
  return headerKeys.flatMap((key) =>
    Object.entries(asFields(params[key])).flatMap(([name, value]) => (isHeader(value) ? [] : [[key, name] as const])),
  )
}

function isHeader(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

export function headersOf(params: Fields): Fields | undefined {
  const given = headerKeys.flatMap((key) => Object.entries(asFields(params[key]))).filter(([, value]) => isHeader(value))
  const headers = Object.fromEntries(
    given.map(([name, value]) => {
      const env = typeof value === 'string' ? variableOf(value) : undefined
      return [name, env === undefined ? String(value) : { env }]
    }),
  )
  const organization = params['organization']
  if (typeof organization === 'string') {
    const env = variableOf(organization)
    headers['openai-organization'] = env === undefined ? organization : { env }
  }
  return Object.keys(headers).length === 0 ? undefined : headers
}

function asFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
}

export function secondsOf(value: unknown): number | undefined {
  const seconds = numberOf(typeof value === 'string' ? Number(value) : value)
  return seconds === undefined ? undefined : Math.min(seconds, 86_400)
}

/** Line of the price table; undefined where input or output has no price, since an unknown price is not 0. */
export function priceOf(fields: Fields, id: string, channel: string): Fields | undefined {
  const million = (name: string): number | undefined => {
    const value = fields[name]
    const number = typeof value === 'string' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Number((number * 1e6).toFixed(6)) : undefined
  }
  const [input, output] = [million('input_cost_per_token'), million('output_cost_per_token')]
  if (input === undefined || output === undefined || id === '*') return undefined
  const one = (name: string): number | undefined => {
    const price = million(name)
    return price === undefined ? undefined : Number((price / 1e6).toFixed(6))
  }
  const optional = {
    cacheRead: million('cache_read_input_token_cost'),
    cacheWrite: million('cache_creation_input_token_cost'),
    request: one('input_cost_per_request'),
    image: one('output_cost_per_image'),
  }
  return { model: id, channel, input, output, ...Object.fromEntries(Object.entries(optional).filter(([, price]) => price !== undefined)) }
}
