import {
  azureProvider,
  type Base,
  baseOf,
  type Fields,
  headersOf,
  isFields,
  numberOf,
  priceOf,
  secondsOf,
  type Secret,
  secretOf,
  splitModel,
  unfitHeaders,
  starsOf,
} from './entry-fields.ts'
import { requestDefaultsSchema } from '../../../config/channel-schema.ts'
import type { Path, Report } from './leaves.ts'
import { type Provider, providers, withoutChannel } from './providers.ts'

/** A channel as it is written. */
export interface ChannelDraft {
  readonly name: string
  readonly format: string
  readonly baseUrl?: string
  readonly baseUrlEnv?: string
  apiKeyEnv?: string
  apiKeyFile?: string
  dialect?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly timeouts?: Readonly<Record<string, number>>
  concurrency?: number
  disabled?: true
  readonly models: (string | ModelDraft)[]
}

interface ModelDraft {
  readonly name: string
  readonly upstream?: string
  readonly contextLength?: number
  readonly maxOutput?: number
  readonly weight?: number
  readonly defaults?: Fields
}

export interface ModelsDraft {
  readonly channels: readonly ChannelDraft[]
  /** Lines of the price table. */
  readonly prices: readonly Readonly<Record<string, unknown>>[]
  /** Secrets that stood in the source, by the name of the channel whose file they go to. */
  readonly secrets: ReadonlyMap<string, string>
  /** Explanations for a reader of the new file, by channel. */
  readonly comments: ReadonlyMap<string, readonly string[]>
}

interface Group {
  readonly key: string
  readonly channel: ChannelDraft
  readonly names: Set<string>
}

/** Facts about an entry that its keys became. */
interface EntryFacts {
  readonly base: Base
  readonly secret: Secret
  readonly provider: Provider
  readonly id: string
  readonly name: string
  /** True if the entry has a line in the price table. */
  readonly priced: boolean
}

/** Makes channels of the list of models: one for each provider, address, key and setting of the connection. */
export function importModels(list: unknown, report: Report, secretFile: (channel: string) => string): ModelsDraft {
  const groups: Group[] = []
  const prices: Fields[] = []
  const secrets = new Map<string, string>()
  const comments = new Map<string, string[]>()
  if (list !== undefined && !Array.isArray(list)) report.say(['model_list'], 'unmapped', 'this is no list of models')
  for (const [index, entry] of (Array.isArray(list) ? list : []).entries()) {
    const path: Path = ['model_list', index]
    const params: unknown = isFields(entry) ? entry['litellm_params'] : undefined
    if (!isFields(entry) || !isFields(params) || typeof params['model'] !== 'string') {
      report.say(
        path,
        'unmapped',
        'an entry needs model_name, and litellm_params with a model; keys outside of litellm_params do not count',
      )
      continue
    }
    importModel(entry, params, path)
  }
  return { channels: groups.map(({ channel }) => channel), prices, secrets, comments }

  function importModel(entry: Fields, params: Fields, path: Path): void {
    const at = [...path, 'litellm_params']
    const asked = String(params['model'])
    const { id, provider: named } = splitModel(asked, params['custom_llm_provider'])
    const azure = named === 'azure' || named === 'azure_ai'
    const provider = azure ? azureProvider(params) : providers[named]
    const info = isFields(entry['model_info']) ? entry['model_info'] : {}
    const mode = typeof info['mode'] === 'string' ? info['mode'] : 'chat'
    const name = typeof entry['model_name'] === 'string' ? entry['model_name'] : asked
    const reason =
      provider === undefined
        ? (withoutChannel[named] ?? `the provider ${named} has no channel here`)
        : !served.has(mode)
          ? `${mode} is not served`
          : starsOf(name) > 1 || starsOf(id) > 1
            ? 'a name with two stars is more than a pattern here can say'
            : undefined
    if (provider === undefined || reason !== undefined) {
      report.say(path, 'unmapped', reason ?? '')
      return
    }
    const base = baseOf(params, provider, azure)
    if (base === undefined) {
      report.say(path, 'unmapped', `the provider ${named} needs an api_base`)
      return
    }
    const headers = headersOf(params)
    const timeout = secondsOf(params['timeout'])
    const stream = secondsOf(params['stream_timeout'])
    const secret = secretOf(params['api_key'])
    const key = JSON.stringify([named, base.url, params['api_key'] ?? null, headers ?? null, timeout, stream])
    let group = groups.find((each) => each.key === key && !each.names.has(name))
    if (group === undefined) {
      const channelName = freeName(named.replaceAll(/[^\w.-]/g, '-'))
      const env = secret.env ?? (params['api_key'] === undefined ? provider.env : undefined)
      const timeouts = { ...(timeout !== undefined && { firstByte: timeout }), ...(stream !== undefined && { idle: stream }) }
      const channel: ChannelDraft = {
        name: channelName,
        format: provider.format,
        ...(base.named === true && base.variable !== undefined ? { baseUrlEnv: base.variable } : { baseUrl: base.url }),
        ...(secret.text === undefined && env !== undefined && { apiKeyEnv: env }),
        ...(secret.text !== undefined && { apiKeyFile: secretFile(channelName) }),
        ...(provider.dialect !== undefined && { dialect: provider.dialect }),
        ...(headers && { headers }),
        ...(Object.keys(timeouts).length > 0 && { timeouts }),
        ...(base.missing !== undefined && { disabled: true as const }),
        models: [],
      }
      if (secret.text !== undefined) secrets.set(channelName, secret.text)
      group = { key, channel, names: new Set() }
      groups.push(group)
      comments.set(
        channelName,
        base.missing === undefined ? [] : [`The address stands in ${base.variable}, which is not set: ${remedyOf(base)}.`],
      )
    }
    const { channel, names } = group
    names.add(name)
    comments.get(channel.name)?.push(`model_list[${path[1]}]`)
    addModel(channel, name, id, params, info, provider)
    const price = priceOf({ ...info, ...params }, id, channel.name)
    sayKeys(entry, params, info, path, at, channel, { base, secret, provider, id, name, priced: price !== undefined })
    if (price !== undefined) prices.push(price)
  }

  function freeName(wanted: string): string {
    const taken = new Set(groups.map(({ channel }) => channel.name))
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}-${number}`
      if (!taken.has(name)) return name
    }
  }

  function addModel(channel: ChannelDraft, name: string, id: string, params: Fields, info: Fields, provider: Provider): void {
    const weight = numberOf(params['weight']) ?? numberOf(params['rpm']) ?? numberOf(params['tpm'])
    const context = numberOf(info['max_input_tokens']) ?? numberOf(info['max_tokens'])
    const output = numberOf(info['max_output_tokens'])
    const defaults = defaultsOf(params)
    const facts = {
      ...(context !== undefined && { contextLength: context }),
      ...(output !== undefined && { maxOutput: output }),
      ...(weight !== undefined && { weight }),
      ...(defaults !== undefined && { defaults }),
    }
    const limit = numberOf(params['max_parallel_requests'])
    if (limit !== undefined) channel.concurrency = Math.max(limit, channel.concurrency ?? 0)
    if (id === '*') {
      // `provider/*` under its own name is asked as `channel/model`; under a bare star it is everything.
      if (name === '*') channel.models.push('*')
      else channel.models.push(...(provider.models ?? ['*']))
      return
    }
    const same = name === id
    channel.models.push(same && Object.keys(facts).length === 0 ? name : { name, ...(!same && { upstream: id }), ...facts })
  }

  function sayKeys(
    entry: Fields,
    params: Fields,
    info: Fields,
    path: Path,
    at: Path,
    channel: ChannelDraft,
    { base, secret, provider, id, name, priced }: EntryFacts,
  ): void {
    const place = `channels.${channel.name}`
    if (id === '*' && name !== '*')
      report.say(
        [...path, 'model_name'],
        'changed',
        `ask for ${channel.name}/<model>, or for a model by its own name (${(provider.models ?? ['*']).join(', ')})`,
        `${place}.models`,
      )
    else report.say([...path, 'model_name'], 'mapped', 'the id that clients send', `${place}.models`)
    report.say([...at, 'model'], 'mapped', `${provider.format} at ${channel.baseUrl ?? channel.baseUrlEnv}`, `${place}.models`)
    report.say([...at, 'custom_llm_provider'], 'mapped', 'the format of the channel', `${place}.format`)
    // A model of any id is listed without facts.
    const defaults = id === '*' ? undefined : defaultsOf(params)
    const [status, message] = addressWords(base)
    for (const name of ['api_base', 'base_url'])
      report.say([...at, name], status, message, `${place}.${base.named === true ? 'baseUrlEnv' : 'baseUrl'}`)
    if (secret.text !== undefined)
      report.say(
        [...at, 'api_key'],
        'changed',
        'a secret stood in the file: it is in a file of its own now. Change it, since others may have read it',
        `${place}.apiKeyFile`,
      )
    else if (secret.none) report.say([...at, 'api_key'], 'same', 'a placeholder: this server wants no key')
    else report.say([...at, 'api_key'], 'mapped', 'the variable of the environment', `${place}.apiKeyEnv`)
    report.say([...at, 'api_version'], 'changed', 'the v1 address of Azure OpenAI needs no version', `${place}.baseUrl`)
    for (const [key, header] of unfitHeaders(params)) report.say([...at, key, header], 'unmapped', 'the value of a header is a text')
    for (const name of ['extra_headers', 'headers', 'default_headers', 'organization'])
      report.say([...at, name], 'mapped', 'sent with each request', `${place}.headers`)
    report.say([...at, 'timeout'], 'mapped', 'seconds until the answer begins', `${place}.timeouts.firstByte`)
    report.say([...at, 'stream_timeout'], 'changed', 'seconds between two pieces of a stream', `${place}.timeouts.idle`)
    report.say([...at, 'weight'], 'mapped', 'the share of requests', `${place}.models[].weight`)
    const weighs = numberOf(params['weight']) === undefined
    for (const name of ['rpm', 'tpm'])
      report.say(
        [...at, name],
        'changed',
        weighs
          ? 'a share of requests, no limit: limits are those of keys (interlingua key create)'
          : 'weight says the share; limits are those of keys',
        `${place}.models[].weight`,
      )
    report.say([...at, 'max_parallel_requests'], 'changed', 'of the channel, not of the model', `${place}.concurrency`)
    report.say([...at, 'drop_params'], 'same', 'what an upstream does not take is left out, and a notice says so')
    report.say([...at, 'max_retries'], 'changed', 'repetition is one setting for all channels', 'retry.attempts')
    report.say([...at, 'num_retries'], 'changed', 'repetition is one setting for all channels', 'retry.attempts')
    for (const [name, place] of priceNames.flatMap((each) => [[each, at] as const, [each, [...path, 'model_info']] as const]))
      if (priced) report.say([...place, name], 'mapped', 'a price of a million tokens, or of one piece', 'prices.models')
      else report.say([...place, name], 'unmapped', 'a line of prices needs input_cost_per_token and output_cost_per_token')
    for (const name of requestKeys)
      if (defaults !== undefined && name in defaultKeys && isDefault(name, params[name]))
        report.say([...at, name], 'mapped', 'for requests that have none', `${place}.models[].defaults`)
      else report.say([...at, name], 'unmapped', 'a channel sets no such parameter of requests: clients send it')
    for (const name of ['max_input_tokens', 'max_tokens'])
      report.say([...path, 'model_info', name], 'mapped', 'for the model list', `${place}.models[].contextLength`)
    report.say([...path, 'model_info', 'max_output_tokens'], 'mapped', 'for the model list', `${place}.models[].maxOutput`)
    report.say([...path, 'model_info', 'mode'], 'same', 'a channel serves text, embeddings and images by the request')
    report.say([...path, 'model_info', 'id'], 'same', 'a channel has a name')
    report.say(
      [...path, 'model_info', 'base_model'],
      'unmapped',
      'a model is known by its id at the upstream: profiles tell the gateway of others',
    )
    report.say([...path, 'model_info', 'access_groups'], 'manual', 'a key may use models by pattern', 'interlingua key create --models')
    for (const name of Object.keys(info).filter((each) => each.startsWith('supports_')))
      report.say([...path, 'model_info', name], 'unmapped', 'what a model takes is known from its profile; profiles tells it for others')
    for (const name of Object.keys(entry).filter((each) => !['model_name', 'litellm_params', 'model_info'].includes(each)))
      report.say([...path, name], 'unmapped', 'this stands outside of litellm_params, where LiteLLM does not read it')
  }
}

/** Result and explanation of an address. */
function addressWords(base: Base): readonly [status: 'mapped' | 'changed' | 'manual', message: string] {
  const { variable, named, missing } = base
  if (variable === undefined) return ['mapped', 'the address']
  if (missing) return ['manual', `${variable} is not set here: ${remedyOf(base)}`]
  return named === true
    ? ['mapped', 'the variable of the environment']
    : ['changed', `the address that ${variable} has now; it is not read again`]
}

function remedyOf({ named }: Base): string {
  return named === true ? 'set it, and remove disabled' : 'write the address into the file, and remove disabled'
}

/** Parameters that a model's `defaults` have, by their names at LiteLLM. */
const defaultKeys: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  max_tokens: 'maxTokens',
  max_completion_tokens: 'maxTokens',
  reasoning_effort: 'reasoningEffort',
}

/** True if the configuration takes the value. */
function isDefault(name: string, value: unknown): boolean {
  const key = defaultKeys[name]
  return key !== undefined && requestDefaultsSchema.safeParse({ [key]: value }).success
}

function defaultsOf(params: Fields): Fields | undefined {
  const defaults = Object.fromEntries(
    Object.entries(defaultKeys).flatMap(([name, key]) =>
      params[name] !== undefined && isDefault(name, params[name]) ? [[key, params[name]]] : [],
    ),
  )
  return Object.keys(defaults).length === 0 ? undefined : defaults
}

/** Modes of `model_info` that the gateway serves. */
const served: ReadonlySet<string> = new Set(['chat', 'completion', 'embedding', 'image_generation', 'responses', 'video_generation'])

/** Parameters of requests that LiteLLM adds for each model. */
const requestKeys = [
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'thinking',
  'extra_body',
  'seed',
  'stop',
  'response_format',
  'frequency_penalty',
  'presence_penalty',
  'n',
  'top_k',
  'keep_alive',
  'num_ctx',
]

const priceNames = [
  'input_cost_per_token',
  'output_cost_per_token',
  'cache_read_input_token_cost',
  'cache_creation_input_token_cost',
  'output_cost_per_image',
  'input_cost_per_request',
]
