import { readSse } from '@interlingua/testkit'

type Loose = { [key: string]: any } // eslint-disable-line @typescript-eslint/no-explicit-any

/** The completion that a stream stands for, by the rules of the wire alone; undefined where it fails or a choice has no finish reason. */
export function foldWire(text: string): unknown {
  const whole: Loose = { object: 'chat.completion' }
  const choices = new Map<number, Loose>()
  for (const { data } of readSse(text)) {
    if (data === '[DONE]') break
    const { choices: wire, object: _, obfuscation: __, p: ___, ...head } = JSON.parse(data) as Loose // a recorded or written chunk
    if (head['error']) return undefined
    for (const [key, value] of Object.entries(head))
      if (value !== null && (whole[key] === undefined || whole[key] === '' || !['id', 'model', 'created'].includes(key))) whole[key] = value
    if (head['x_groq']?.usage) whole['usage'] ??= head['x_groq'].usage
    for (const { index, delta, logprobs, message: ____, ...rest } of (wire ?? []) as Loose[]) {
      const choice = choices.get(index) ?? { index, finish_reason: null, message: { role: 'assistant', content: null } }
      choices.set(index, choice)
      for (const [key, value] of Object.entries(rest)) if (value !== null) choice[key] = value
      for (const [key, list] of Object.entries((logprobs ?? {}) as Loose))
        if (list) (choice['logprobs'] ??= {})[key] = [...(choice['logprobs'][key] ?? []), ...list]
      for (const [key, value] of Object.entries((delta ?? {}) as Loose))
        if (value !== null && value !== undefined) add(choice['message'], key, value)
    }
  }
  const done = [...choices.values()]
  if (done.length === 0 || done.some((choice) => typeof choice['finish_reason'] !== 'string')) return undefined
  // An empty content in the role chunk is how a stream begins, not something said.
  for (const { message } of done) if (message.content === '') message.content = null
  for (const { message } of done)
    if (message.tool_calls) message.tool_calls = message.tool_calls.map(({ index: _, ...call }: Loose) => ({ type: 'function', ...call }))
  return { ...whole, choices: done.sort((a, b) => a['index'] - b['index']) }
}

function add(message: Loose, key: string, value: Loose[string]): void {
  if (key === 'tool_calls') {
    for (const fragment of value) addCall((message[key] ??= []), fragment)
  } else if (key === 'function_call' || key === 'audio') message[key] = grow(message[key] ?? {}, value)
  else if (key === 'annotations') message[key] = [...(message[key] ?? []), ...value]
  else if (key === 'reasoning_details') for (const entry of value) addEntry((message[key] ??= []), entry)
  else if (key === 'content' && Array.isArray(value)) message[key] = addContent(message[key] || [], value)
  else if (typeof value === 'string' && ['content', 'refusal', 'reasoning', 'reasoning_content'].includes(key)) {
    message[key] = Array.isArray(message[key])
      ? value === ''
        ? message[key]
        : addContent(message[key], [{ type: 'text', text: value }])
      : (message[key] ?? '') + value
  } else message[key] = value
}

function addContent(list: Loose[], more: readonly Loose[]): Loose[] {
  for (const part of more) {
    const last = list.at(-1)
    if (last?.['type'] !== part['type'] || last === undefined) list = [...list, structuredClone(part)]
    else if (part['type'] === 'text') last['text'] += part['text']
    else if (part['type'] === 'thinking') {
      const { thinking, ...rest } = part
      last['thinking'] = addContent(last['thinking'], thinking)
      // A later fragment may say more of the part: Mistral closes its thinking so.
      Object.assign(last, rest)
    }
  }
  return list
}

function addCall(calls: Loose[], { index, id, ...rest }: Loose): void {
  const known = id
    ? calls.find((call) => call['id'] === id)
    : index === undefined
      ? calls.at(-1)
      : calls.findLast((call) => call['index'] === index)
  const call = known ?? { index, ...(id && { id }) }
  if (!known) calls.push(call)
  for (const [key, value] of Object.entries(rest))
    call[key] = typeof value === 'object' && value !== null ? grow(call[key] ?? {}, value) : value
}

function grow(old: Loose, more: Loose): Loose {
  const next = { ...old }
  for (const [key, value] of Object.entries(more)) {
    if (['arguments', 'input', 'data', 'transcript'].includes(key)) next[key] = (next[key] ?? '') + value
    else if (value) next[key] = value
  }
  return next
}

function addEntry(entries: Loose[], entry: Loose): void {
  const last = entries.at(-1)
  if (!last || last['type'] !== entry['type'] || last['index'] !== entry['index'] || entry['type'] === 'reasoning.encrypted') {
    entries.push({ ...entry })
    return
  }
  for (const [key, value] of Object.entries(entry))
    last[key] = key === 'text' || key === 'summary' ? (last[key] ?? '') + (value ?? '') : (value ?? last[key])
}
