import { isJsonObject } from '@interlingua/core'
import { describeIssue } from '@interlingua/core/adapter'
import type * as z from 'zod'
import type { YAMLParseError } from 'yaml'
import { branches, configJsonSchema } from './json-schema.ts'
import { nearest } from './nearest.ts'
import { renamedKeys } from './renamed-keys.ts'

type Path = readonly PropertyKey[]

/** Kind of a value that is wanted, where a text with a unit may stand in its place. */
type Wanted = 'time' | 'size' | 'number'

/** Keys whose values are never quoted in a message: they are secret, or may hold a secret. */
const secret = /^(?:apiKey|proxy|headers|baseUrl)$/

/** Describes an issue at a path: what is wrong, and what to write. `place`: path of the issue, which is relative within a union. */
export function describeProblem(issue: z.core.$ZodIssue, path: Path): string {
  const { input } = issue
  const key = String(path.findLast((each) => typeof each === 'string') ?? '')
  if (input === undefined && issue.code !== 'custom') return `is missing${example(path)}`
  if (input === null) return `has no value${example(path)}`
  const isSecret = path.some((each) => typeof each === 'string' && secret.test(each))
  const shown = isSecret ? '' : quote(input)
  if (issue.code === 'invalid_format' && issue.format === 'url') return describeUrl(input, isSecret)
  if (issue.code === 'invalid_value' && key === 'workers') return `${shown} is neither auto nor a number from 1 to 256`
  if (issue.code === 'invalid_value') return describeChoice(issue.values.map(String), input, shown, key)
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    const kind = isJsonObject(input) ? input[issue.discriminator] : undefined
    return kind === undefined
      ? `is missing: ${kindsAt(path).join(' or ')}`
      : `${quote(kind) || 'this'} is none of ${kindsAt(path).join(', ')}`
  }
  const { message } = describeIssue(issue)
  const words = plainWords(message)
  if (issue.code === 'custom' && typeof input === 'object') return words
  if (issue.code === 'too_small' && Array.isArray(input)) return `${words}${example(path)}`
  if (typeof input === 'string') {
    const unit = unitHint(input, key, wantedKind(message))
    if (unit !== '') return `${shown} ${unit}`
    const truth = /^(?:yes|on|y)$/i.test(input) ? 'true' : /^(?:no|off|n)$/i.test(input) ? 'false' : undefined
    if (message === 'must be true or false' && truth !== undefined) return `${shown} is a text: write ${truth}`
  }
  return `${words}${shown === '' ? kindOf(input) : `, and is ${shown}`}${words.startsWith('must be a text') ? quoteHint(input) : ''}`
}

/** Describes an unknown key: the right one, if one is near, or the place where such a thing is said. */
export function describeUnknownKey(path: Path): string {
  const key = String(path.at(-1))
  const elsewhere = path.length === 1 ? elsewhereKeys[key.toLowerCase().replaceAll(/[-_]/g, '')] : undefined
  if (elsewhere !== undefined) return `unknown key; ${elsewhere}`
  const known = keysAt(path.slice(0, -1))
  if (path.length === 4 && path[0] === 'channels' && path[2] === 'retry' && keysAt(['retry']).includes(key))
    return `unknown key; ${key} stands in the retry of the file, and a channel has alsoOn alone`
  const near = otherWords[key.toLowerCase().replaceAll(/[-_]/g, '')] ?? nearest(key, known)
  if (near === key) return 'unknown key; it belongs to another type of this group'
  if (near !== undefined && known.includes(near)) return `unknown key; did you mean ${near}?`
  // A misspelled old name is meant as the new one.
  const old = renamedKeys.filter(({ within }) => fitsGroup(within, path))
  const renamed = nearest(
    key,
    old.map((each) => each.old),
  )
  if (renamed !== undefined) return `unknown key; did you mean ${old.find((each) => each.old === renamed)?.now.join('.')}?`
  return known.length > 0 && known.length <= 12
    ? `unknown key; here may stand ${known.join(', ')}`
    : 'unknown key; docs/guide/configure.md lists all keys'
}

/** True if the key of a path stands in this group, in which `*` is any entry of a list. */
function fitsGroup(within: readonly string[], path: Path): boolean {
  return (
    within.length === path.length - 1 &&
    within.every((step, index) => (step === '*' ? typeof path[index] === 'number' : step === path[index]))
  )
}

/** Words of other programs for keys of this one, without case and separators. */
const otherWords: Readonly<Record<string, string>> = {
  url: 'baseUrl',
  apibase: 'baseUrl',
  endpoint: 'baseUrl',
  key: 'apiKey',
  token: 'apiKey',
  type: 'format',
  provider: 'format',
  protocol: 'format',
  model: 'models',
  target: 'to',
  from: 'match',
  retries: 'attempts',
  maxretries: 'attempts',
  fails: 'failures',
  threshold: 'failures',
  max: 'limit',
  windowseconds: 'window',
  cooldownseconds: 'cooldown',
  authcooldown: 'credentialCooldown',
  authcooldownseconds: 'credentialCooldown',
  polling: 'poll',
  losses: 'strictness',
  rpm: 'requestsPerMinute',
  tpm: 'tokensPerMinute',
  timeout: 'timeouts',
  pricing: 'prices',
  enabled: 'disabled',
}

/** Things at the top of a file that are said in another place. */
const elsewhereKeys: Readonly<Record<string, string>> = {
  port: 'the port is named at the start: interlingua start --port 8080, or PORT in the environment',
  host: 'the host is named at the start: interlingua start --host 0.0.0.0, or HOST in the environment',
  apikey: 'a key of callers is made by interlingua key create, the first one may be INTERLINGUA_API_KEY in the environment',
  masterkey: "an administrator's key is made by interlingua key create <name> --admin",
  keys: 'keys of callers are made by interlingua key create',
  database: 'the database is the variable DATABASE_URL of the environment',
  databaseurl: 'the database is the variable DATABASE_URL of the environment',
  redis: 'Redis is the variable REDIS_URL of the environment',
  redisurl: 'Redis is the variable REDIS_URL of the environment',
  modellist: 'this is a file of LiteLLM: interlingua import litellm <file> makes one of the gateway',
  litellmsettings: 'this is a file of LiteLLM: interlingua import litellm <file> makes one of the gateway',
  models: 'models belong to a channel: channels[].models',
  providers: 'an upstream is a channel: channels',
  upstreams: 'an upstream is a channel: channels',
  fallbacks: 'fallbacks belong to a route: routes[].fallbacks',
}

/** Formats by the names of vendors. */
const formatsOf: Readonly<Record<string, string>> = {
  openai: 'use openai-responses, or openai-chat for Chat Completions',
  claude: 'use anthropic',
  google: 'use gemini',
  vertex: 'use gemini, with dialect: { server: vertex }',
  azure: 'use openai-responses or openai-chat',
  ollama: 'use openai-chat, with dialect: ollama',
  vllm: 'use openai-chat, with dialect: vllm',
  deepseek: 'use openai-chat, with dialect: deepseek',
  mistral: 'use openai-chat',
  groq: 'use openai-chat',
  openrouter: 'use openai-chat, with dialect: openrouter',
}

function describeChoice(values: readonly string[], input: unknown, shown: string, key: string): string {
  const known = key === 'format' ? values.slice(0, 4) : values
  const list = `${known.join(', ')}${known.length < values.length ? ', or one for images, videos or embeddings alone (docs/guide/media.md)' : ''}`
  const vendor = key === 'format' && typeof input === 'string' ? formatsOf[input.toLowerCase()] : undefined
  if (vendor !== undefined) return `${shown} is no format: ${vendor}`
  if (typeof input === 'object') return `must be one of ${list}${kindOf(input)}`
  const near = typeof input === 'string' ? nearest(input, values) : undefined
  return `${shown} is none of ${list}${near === undefined ? '' : `; did you mean ${near}?`}`
}

function wantedKind(message: string): Wanted | undefined {
  if (message.startsWith('must be a time')) return 'time'
  if (message.startsWith('must be a size')) return 'size'
  return message.startsWith('must be a number') || message.startsWith('must be a whole number') ? 'number' : undefined
}

function describeUrl(input: unknown, isSecret: boolean): string {
  const text = typeof input === 'string' ? input : ''
  const said = isSecret && /@|[?&]/.test(text) ? 'the address' : quote(text)
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const local = /^(?:localhost|127\.|10\.|192\.168\.|\[|[\w-]+:\d)/.test(text)
    return `${said} has no scheme: write it with ${local ? 'http://' : 'https://'} before it`
  }
  // An address that could be called is refused only where another scheme is wanted.
  if (/^http:/i.test(text) && URL.canParse(text)) return `${said} must begin with https://`
  return /^https?:/i.test(text) ? `${said} is no URL` : `${said} must begin with http:// or https://`
}

/** Explanation for a text where a number, a time or a size is wanted; '' for others. */
function unitHint(text: string, key: string, kind: Wanted | undefined): string {
  if (kind === undefined) return ''
  const plain = text.trim()
  if (/^\d+(?:\.\d+)?$/.test(plain)) return kind === 'time' && key === 'retention' ? '' : `is a text: write ${plain} without quotes`
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-zA-Z]+)$/.exec(plain) ?? []
  const word = unit.toLowerCase()
  if (kind === 'size') {
    const [size, binary, decimal] = sizes[word] ?? []
    return size === undefined
      ? ''
      : `is no size: write ${count}${size}${decimal === undefined ? '' : ` or ${Math.round(Number(count) * decimal)}`}${binary ?? ''}`
  }
  if (kind === 'time') return times[word] === undefined ? '' : `is no time: write ${count}${times[word]}`
  const thousand = { k: 1_000, m: 1_000_000 }[word]
  return thousand !== undefined && /length|output|tokens|characters/i.test(key)
    ? `is no number: write ${Math.round(Number(count) * thousand)}`
    : ''
}

/** Units of sizes as people write them: the unit of a file, nothing, and the factor if it is a decimal one. */
const sizes: Readonly<Record<string, readonly [string, string?, number?]>> = {
  byte: ['B'],
  bytes: ['B'],
  b: ['B'],
  k: ['KiB'],
  kib: ['KiB'],
  m: ['MiB'],
  mib: ['MiB'],
  g: ['GiB'],
  gib: ['GiB'],
  kb: ['KiB', '', 1000],
  mb: ['MiB', '', 1000 ** 2],
  gb: ['GiB', '', 1000 ** 3],
}

/** Units of times as people write them, and those of a file. */
const times: Readonly<Record<string, string>> = {
  millis: 'ms',
  milliseconds: 'ms',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  hr: 'h',
  hour: 'h',
  hours: 'h',
  day: 'd',
  days: 'd',
  week: 'w',
  weeks: 'w',
}

/** Examples for keys that must be there. */
const examples: Readonly<Record<string, string>> = {
  'models.name': 'the id that clients send',
  name: 'such as name: openai',
  format: 'use anthropic, openai-responses, openai-chat (also for compatible servers) or gemini',
  baseUrl: 'such as baseUrl: https://api.openai.com/v1',
  models: "list at least one id or pattern, such as ['gpt-*']",
  match: "an id or a pattern of what clients ask for, such as match: 'claude-*'",
  channels: 'list at least one, or say demo: true',
  limit: 'the number of calls at once, such as limit: 8',
  input: 'the price of a million tokens',
  output: 'the price of a million tokens',
  model: 'an id or a pattern of the model at the upstream',
  pattern: "such as pattern: 'gpt-*'",
  bucket: 'the name of the bucket',
  endpoint: 'such as endpoint: http://127.0.0.1:4318',
  demo: 'write true or false',
}

function example(path: Path): string {
  const keys = path.filter((key) => typeof key === 'string')
  const words = examples[keys.slice(-2).join('.')] ?? examples[keys.at(-1) ?? '']
  return words === undefined ? '' : `: ${words}`
}

function plainWords(message: string): string {
  if (message === 'must not be empty') return 'is empty'
  if (message.startsWith('Invalid IPv4 range')) return 'must be a block of addresses such as 10.0.0.0/8'
  const words = message
    .replace('greater than 0', 'at least 1')
    .replaceAll(/\ban object\b/g, 'a group of keys')
    .replaceAll(/\ba string\b/g, 'a text')
    .replace(' or a group of keys', ', or a group of keys')
  return /^(?:letters|three|at most|a date|a region|the name|not a)/.test(words)
    ? `must be ${words
        .replace(/^not a/, 'a valid')
        .replace(/^letters/, 'of letters')
        .replace(/^at most/, 'a number with at most')}`
    : words
}

function kindOf(input: unknown): string {
  if (Array.isArray(input)) return ', and is a list'
  return typeof input === 'object' ? ', and is a group of keys' : ''
}

function quoteHint(input: unknown): string {
  if (typeof input !== 'number' && typeof input !== 'boolean') return ''
  return ` (a ${typeof input === 'number' ? 'number' : 'yes or no'}: put it in quotes)`
}

function quote(input: unknown): string {
  if (typeof input === 'string') return JSON.stringify(input.length > 40 ? `${input.slice(0, 39)}…` : input)
  return typeof input === 'object' ? '' : String(input)
}

/** Keys that may stand in the object at a path, by the JSON Schema of the file. */
function keysAt(path: Path): readonly string[] {
  return schemasAt(path)
    .flatMap(branches)
    .flatMap(({ properties }) => (isJsonObject(properties) ? Object.entries(properties) : []))
    .flatMap(([key, schema]) => (isJsonObject(schema) && schema['deprecated'] === true ? [] : [key]))
}

/** Values of a key that tells the types of a group apart. */
function kindsAt(path: Path): readonly string[] {
  return schemasAt(path)
    .flatMap(branches)
    .flatMap((schema) => (typeof schema['const'] === 'string' ? [schema['const']] : []))
}

function schemasAt(path: Path): readonly unknown[] {
  let schemas: readonly unknown[] = [configJsonSchema()]
  for (const key of path)
    schemas = schemas.flatMap(branches).flatMap((schema) => {
      if (!isJsonObject(schema)) return []
      if (typeof key === 'number') return [schema['items']]
      const { properties, additionalProperties } = schema
      return [isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[String(key)] : additionalProperties]
    })
  return schemas
}

/** Describes text that is no YAML, by the code of its error. */
export function describeSyntax({ code, message }: Pick<YAMLParseError, 'code' | 'message'>): string {
  return syntaxWords[code] ?? `this is no YAML: ${message}`
}

const syntaxWords: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the key stands twice in the same place: keep one of them',
  TAB_AS_INDENT: 'a tab stands before the key: indent with spaces',
  BAD_INDENT:
    'the indentation fits neither the line above nor a list that was begun: keys of a group begin in the same column, and brackets are closed',
  MISSING_CHAR: 'a bracket, a quote, a comma or a colon with a space behind it is missing',
  BLOCK_AS_IMPLICIT_KEY: 'a value stands where a key is begun: put texts with ": " in quotes',
  MULTILINE_IMPLICIT_KEY: 'the key has no colon with a space behind it',
  KEY_OVER_1024_CHARS: 'the key is too long: a quote may not be closed',
  UNEXPECTED_TOKEN: 'something stands here that does not belong: a text with special characters wants quotes',
  BAD_SCALAR_START: 'a text may not begin with this character: put it in quotes',
  BAD_ALIAS: "a text that begins with * or & stands in quotes: 'gpt-*', '*'",
}
