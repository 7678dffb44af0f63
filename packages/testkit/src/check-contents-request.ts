import { contentsDataMembers } from './contents-data-members.ts'
import { isText, object, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'

const legalName = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/

const modifiers = new Set([
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'mediaResolution',
  'mediaProcessing',
  'partMetadata',
  'speechMetadata',
])

/**
 * Breaches of Google's rules for a generateContent request that its schema does not state; snake_case is read as well.
 * https://ai.google.dev/api/generate-content
 */
export function checkContentsRequest(body: unknown): readonly string[] {
  const request = camel(object(body))
  const contents = listed(request['contents'])
  const breaches: string[] = []
  if (contents.length === 0) breaches.push('contents is empty')
  else if (roleOf(contents[0] ?? {}) !== 'user') breaches.push('contents does not begin with user')
  contents.forEach((content, i) => checkContent(content, i, breaches))
  checkPairing(contents, breaches)
  for (const part of partsOf(object(request['systemInstruction'])))
    if (!isText(part['text'])) breaches.push('a system instruction that is no text')
  checkTools(request, breaches)
  checkConfig(camel(object(request['generationConfig'])), breaches)
  if (request['cachedContent'] !== undefined)
    for (const key of ['systemInstruction', 'tools', 'toolConfig'])
      if (request[key] !== undefined && request[key] !== null) breaches.push(`cachedContent with ${key}`)
  return breaches
}

/**
 * Camel-cases one level of keys, since the server reads both spellings. Deeper levels are converted by those who read them: keys of
 * arguments and schemas are the caller's own.
 */
function camel(value: Loose): Loose {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), inner]),
  )
}

/** Reads `contents` and `tools`, which may be a single object in place of a list of one. */
function listed(value: unknown): readonly Loose[] {
  return (Array.isArray(value) ? objects(value) : value === undefined ? [] : [object(value)]).map(camel)
}

function partsOf(content: Loose): readonly Loose[] {
  return listed(content['parts'])
}

function roleOf({ role }: Loose): unknown {
  return role === undefined || role === 'function' || role === '' ? 'user' : role
}

function checkContent(content: Loose, i: number, breaches: string[]): void {
  const say = (what: string): number => breaches.push(`contents.${i}: ${what}`)
  if (!['user', 'model'].includes(shown(roleOf(content)))) say(`role ${shown(content['role'])}`)
  const parts = partsOf(content)
  if (parts.length === 0) say('no parts')
  for (const part of parts) {
    const members = contentsDataMembers.filter((member) => part[member] !== undefined)
    const signed = isText(part['thoughtSignature']) && part['thoughtSignature'] !== ''
    if (members.length > 1) say(`a part with ${members.join(' and ')}`)
    // An unknown member may be data of a newer kind.
    if (members.length === 0 && !signed && Object.keys(part).every((key) => modifiers.has(key))) say('a part without data')
    if (part['text'] === '' && !signed) say('an empty text')
    if (part['thoughtSignature'] === '') say('an empty thoughtSignature')
    if (part['functionCall'] !== undefined) checkCall(camel(object(part['functionCall'])), 'args', say)
    if (part['functionResponse'] !== undefined) checkCall(camel(object(part['functionResponse'])), 'response', say)
    const inline = part['inlineData'] === undefined ? undefined : camel(object(part['inlineData']))
    if (inline !== undefined && (!isText(inline['mimeType']) || !isText(inline['data']))) say('inlineData without type or data')
    if (part['fileData'] !== undefined && !isText(camel(object(part['fileData']))['fileUri'])) say('fileData without a fileUri')
    if (roleOf(content) === 'model' && part['functionResponse'] !== undefined) say("a functionResponse in the model's turn")
    if (roleOf(content) === 'user' && part['functionCall'] !== undefined) say("a functionCall in the user's turn")
  }
}

function checkCall(call: Loose, key: 'args' | 'response', say: (what: string) => number): void {
  if (!isText(call['name']) || !legalName.test(call['name'])) say('a call or response without a legal name')
  const value = call[key]
  if (value === undefined && key === 'args') return
  if (typeof value !== 'object' || value === null || Array.isArray(value)) say(`${key} that is no object`)
}

/** Checks that a turn of N calls is followed by N responses in one content; text after them breaks some models. */
function checkPairing(contents: readonly Loose[], breaches: string[]): void {
  contents.forEach((content, i) => {
    const calls = members(content, 'functionCall')
    const before = contents[i - 1]
    const say = (what: string): number => breaches.push(`contents.${i}: ${what}`)
    if (calls.length > 0) {
      if (before !== undefined && roleOf(before) === 'model') say('calls right after another turn of the model')
      const responses = members(contents[i + 1] ?? {}, 'functionResponse')
      if (responses.length !== calls.length) say(`${calls.length} calls and ${responses.length} responses`)
      else if (!samePairs(calls, responses)) say('responses that answer other calls')
    }
    const responses = members(content, 'functionResponse')
    if (responses.length === 0) return
    if (members(before ?? {}, 'functionCall').length === 0) say('responses without calls right before them')
    const last = partsOf(content).findLastIndex((part) => part['functionResponse'] !== undefined)
    if (
      partsOf(content)
        .slice(last + 1)
        .some(({ text }) => isText(text))
    )
      say('text after the responses')
  })
}

function members(content: Loose, member: 'functionCall' | 'functionResponse'): readonly Loose[] {
  return partsOf(content).flatMap((part) => (part[member] === undefined ? [] : [camel(object(part[member]))]))
}

/** Pairs by id if both have one, else by name. */
function samePairs(calls: readonly Loose[], responses: readonly Loose[]): boolean {
  const key = ({ id, name }: Loose, ids: boolean): string => (ids ? `${shown(id)} ${shown(name)}` : shown(name))
  const ids = calls.every(({ id }) => isText(id)) && responses.every(({ id }) => isText(id))
  const asked = calls.map((call) => key(call, ids)).sort()
  const answered = responses.map((response) => key(response, ids)).sort()
  return asked.every((one, index) => one === answered[index])
}

function checkTools(request: Loose, breaches: string[]): void {
  const tools = listed(request['tools'])
  const functions = tools.flatMap((tool) => listed(tool['functionDeclarations']))
  const names = functions.map(({ name }) => name)
  for (const name of names) if (!isText(name) || !legalName.test(name)) breaches.push('an illegal function name')
  if (new Set(names).size !== names.length) breaches.push('two functions have the same name')
  if (functions.length > 512) breaches.push('more than 512 functions')
  for (const declared of functions) {
    exclusive(declared, 'parameters', 'parametersJsonSchema', breaches)
    exclusive(declared, 'response', 'responseJsonSchema', breaches)
  }
  const calling = camel(object(camel(object(request['toolConfig']))['functionCallingConfig']))
  const allowed = Array.isArray(calling['allowedFunctionNames']) ? (calling['allowedFunctionNames'] as readonly unknown[]) : []
  const mode = shown(calling['mode'] ?? 'AUTO').toUpperCase()
  if (allowed.length > 0 && mode !== 'ANY' && mode !== 'VALIDATED') breaches.push(`allowedFunctionNames in mode ${mode}`)
  for (const name of allowed) if (!names.includes(name)) breaches.push('allowedFunctionNames names a function that is not declared')
  if (mode === 'ANY' && functions.length === 0) breaches.push('mode ANY without functions')
}

function checkConfig(config: Loose, breaches: string[]): void {
  const thinking = camel(object(config['thinkingConfig']))
  exclusive(config, 'responseSchema', 'responseJsonSchema', breaches)
  exclusive(thinking, 'thinkingBudget', 'thinkingLevel', breaches)
  const stops = config['stopSequences']
  if (Array.isArray(stops) && stops.length > 5) breaches.push(`${stops.length} stop sequences where 5 are allowed`)
  const between = (key: string, low: number, high: number): void => {
    const value = config[key]
    if (typeof value === 'number' && (value < low || value > high)) breaches.push(`${key} is not between ${low} and ${high}`)
  }
  between('temperature', 0, 2)
  between('topP', 0, 1)
  between('candidateCount', 1, 8)
  for (const key of ['topK', 'maxOutputTokens', 'candidateCount', 'seed', 'logprobs'])
    if (config[key] !== undefined && !Number.isInteger(config[key])) breaches.push(`${key} is no whole number`)
  if ((config['responseSchema'] ?? config['responseJsonSchema']) !== undefined && !isText(config['responseMimeType']))
    breaches.push('a response schema without a responseMimeType')
  if (config['logprobs'] !== undefined && config['responseLogprobs'] !== true) breaches.push('logprobs without responseLogprobs')
}

function exclusive(value: Loose, one: string, other: string, breaches: string[]): void {
  if (value[one] !== undefined && value[other] !== undefined) breaches.push(`${one} and ${other}`)
}
