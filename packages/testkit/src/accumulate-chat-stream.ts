import { readSse } from './read-sse.ts'

type Loose = { [key: string]: unknown }

interface Choice {
  readonly wire: Loose
  readonly message: Loose
  readonly calls: Loose[]
}

/**
 * Completion that the text of a Chat Completions stream stands for, built from the wire's documented rules without the library's code;
 * `undefined` if the stream fails or a choice has no finish reason. https://platform.openai.com/docs/api-reference/chat-streaming
 */
export function accumulateChatStream(text: string): unknown {
  const completion: Loose = { object: 'chat.completion' }
  const choices = new Map<number, Choice>()
  for (const { data } of readSse(text)) {
    if (data === '[DONE]') break
    // Padding against traffic analysis is `obfuscation`, or `p` at Mistral's.
    const { choices: wire, object: _, obfuscation: __, p: ___, ...rest } = JSON.parse(data) as Loose // recorded or checked: a JSON object
    if (rest['error'] !== undefined && wire === undefined) return undefined
    for (const [key, value] of Object.entries(rest)) if (replaces(key, completion[key], value)) completion[key] = value
    // Groq reports the usage of a stream in an object of its own.
    const groq = rest['x_groq'] as Loose | undefined
    if (groq?.['usage'] && completion['usage'] === undefined) completion['usage'] = groq['usage']
    for (const choice of (wire ?? []) as Loose[]) addChoice(choices, choice)
  }
  if (choices.size === 0) return undefined
  const done = [...choices.entries()].sort(([a], [b]) => a - b).map(([, choice]) => finish(choice))
  if (done.some(({ finish_reason }) => typeof finish_reason !== 'string')) return undefined
  return { ...completion, choices: done }
}

/** Id, model and time are the same for a whole stream, though the first chunk of some servers has them empty; null counts as absent. */
function replaces(key: string, old: unknown, value: unknown): boolean {
  if (value === null) return false
  return !['id', 'model', 'created'].includes(key) || old === undefined || old === '' || old === 0
}

function addChoice(choices: Map<number, Choice>, wire: Loose): void {
  const { index, delta, logprobs, message: _, ...rest } = wire
  const choice = choices.get(Number(index)) ?? {
    wire: { index, finish_reason: null },
    message: { role: 'assistant', content: null },
    calls: [],
  }
  choices.set(Number(index), choice)
  for (const [key, value] of Object.entries(rest)) if (value !== null) choice.wire[key] = value
  if (logprobs) choice.wire['logprobs'] = joined(choice.wire['logprobs'] as Loose | undefined, logprobs as Loose)
  for (const [key, value] of Object.entries((delta ?? {}) as Loose)) addField(choice, key, value)
}

function addField({ message, calls }: Choice, key: string, value: unknown): void {
  if (value === null || value === undefined) return
  switch (key) {
    case 'content':
    case 'refusal':
    case 'reasoning':
    case 'reasoning_content':
      message[key] =
        Array.isArray(value) || Array.isArray(message[key])
          ? addContent(message[key], value)
          : `${(message[key] as string | null) ?? ''}${String(value)}`
      return
    case 'tool_calls':
      for (const fragment of value as Loose[]) addCall(calls, fragment)
      return
    case 'function_call':
    case 'audio':
      message[key] = grown((message[key] ?? {}) as Loose, value as Loose)
      return
    case 'annotations':
      message[key] = [...((message[key] as unknown[] | undefined) ?? []), ...(value as unknown[])]
      return
    case 'reasoning_details':
      message[key] = (value as Loose[]).reduce(addDetail, (message[key] ?? []) as Loose[])
      return
    default:
      message[key] = value
  }
}

/** Some servers stream lists of parts, in which a part of the same type continues the last one. */
function addContent(old: unknown, value: unknown): unknown {
  const before = Array.isArray(old) ? (old as Loose[]) : old ? [{ type: 'text', text: old }] : []
  const after = Array.isArray(value) ? (value as Loose[]) : value === '' ? [] : [{ type: 'text', text: value }]
  return after.reduce<Loose[]>((list, part) => {
    const last = list.at(-1)
    if (last === undefined || last['type'] !== part['type']) return [...list, part]
    const { type, ...rest } = part
    const next: Loose = { ...last, type }
    for (const [key, inner] of Object.entries(rest))
      next[key] = Array.isArray(inner)
        ? addContent(next[key], inner)
        : typeof inner === 'string'
          ? `${String(next[key] ?? '')}${inner}`
          : inner
    return [...list.slice(0, -1), next]
  }, before)
}

/** Matches calls by index and id: servers repeat the id, restart the index, or leave it out. */
function addCall(calls: Loose[], fragment: Loose): void {
  const { index, id, type, ...bodies } = fragment
  const sameIndex = calls.findLast((call) => index !== undefined && call['index'] === index)
  const sameId = typeof id === 'string' && id !== '' ? calls.find((call) => call['id'] === id) : undefined
  const taken = sameIndex !== undefined && typeof id === 'string' && id !== '' && sameIndex['id'] !== undefined && sameIndex['id'] !== id
  let call = sameId ?? (taken ? undefined : (sameIndex ?? (index === undefined && !id ? calls.at(-1) : undefined)))
  if (call === undefined) calls.push((call = { index }))
  if (id) call['id'] ??= id
  if (type) call['type'] ??= type
  for (const [key, value] of Object.entries(bodies)) {
    call[key] = typeof value === 'object' && value !== null ? grown((call[key] ?? {}) as Loose, value as Loose) : value
  }
}

/** Appends text of arguments, data and transcripts; sets a name or an id once. */
function grown(old: Loose, fragment: Loose): Loose {
  const next = { ...old }
  for (const [key, value] of Object.entries(fragment)) {
    const grows = typeof value === 'string' && ['arguments', 'input', 'data', 'transcript'].includes(key)
    if (grows) next[key] = `${(next[key] as string | undefined) ?? ''}${value}`
    else if (value !== null && value !== '') next[key] = value
  }
  return next
}

function addDetail(details: Loose[], entry: Loose): Loose[] {
  const last = details.at(-1)
  if (last === undefined || last['type'] !== entry['type'] || last['index'] !== entry['index'] || entry['type'] === 'reasoning.encrypted')
    return [...details, { ...entry }]
  const next = { ...last }
  for (const [key, value] of Object.entries(entry)) {
    if ((key === 'text' || key === 'summary') && typeof value === 'string') next[key] = `${(next[key] as string | null) ?? ''}${value}`
    else if (value !== null) next[key] = value
  }
  return [...details.slice(0, -1), next]
}

function joined(old: Loose | undefined, next: Loose): Loose {
  const both = { ...old }
  for (const [key, value] of Object.entries(next))
    both[key] = Array.isArray(value) ? [...((both[key] as unknown[] | undefined) ?? []), ...value] : (both[key] ?? value)
  return both
}

function finish({ wire, message, calls }: Choice): Loose {
  const tools = calls.map(({ index: _, ...call }) => (call['function'] === undefined ? call : { type: 'function', ...call }))
  // Empty content in the role chunk only begins a stream.
  const content = message['content'] === '' ? null : message['content']
  return { ...wire, message: { ...message, content, ...(tools.length > 0 && { tool_calls: tools }) } }
}
