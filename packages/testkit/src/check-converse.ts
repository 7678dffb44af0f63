import { isText, object, objects as listOf } from './loose.ts'
import { readSse } from './read-sse.ts'

/** Rules of Bedrock Converse for a request body that others than its own clients write; each string is one breach. */
export function checkConverseRequest(body: unknown): readonly string[] {
  const { messages, system, toolConfig } = object(body)
  const breaches: string[] = []
  const list = listOf(messages)
  if (list.length === 0) breaches.push('there is no message')
  if (list[0] !== undefined && list[0]['role'] !== 'user') breaches.push('the user does not begin')
  const names = new Set<unknown>()
  const ids = new Set<unknown>()
  let waiting = new Set<unknown>()
  let called = false
  list.forEach(({ role, content }, index) => {
    const at = `message ${index}`
    if (role !== 'user' && role !== 'assistant') breaches.push(`${at}: nobody is called ${String(role)}`)
    if (role === list[index - 1]?.['role']) breaches.push(`${at}: ${String(role)} goes on`)
    const blocks = listOf(content)
    if (blocks.length === 0) breaches.push(`${at}: says nothing`)
    const next = new Set<unknown>()
    blocks.forEach((block, n) => {
      const place = `${at}, block ${n}`
      const { text, toolUse, toolResult, document, cachePoint, reasoningContent } = block
      if (text !== undefined && (!isText(text) || text.trim() === '')) breaches.push(`${place}: a blank text`)
      if (toolUse !== undefined) {
        const { toolUseId: id, name, input } = object(toolUse)
        called = true
        if (role !== 'assistant') breaches.push(`${place}: the user calls`)
        if (!/^[\w.:-]{1,64}$/.test(String(id))) breaches.push(`${place}: ${String(id)} is no id`)
        if (ids.has(id)) breaches.push(`${place}: the id comes again`)
        if (!/^[\w-]{1,64}$/.test(String(name))) breaches.push(`${place}: ${String(name)} is no name`)
        if (typeof input !== 'object' || input === null || Array.isArray(input)) breaches.push(`${place}: the input is no object`)
        ids.add(id)
        next.add(id)
      }
      if (toolResult !== undefined) {
        const { toolUseId: id, content: inner, status } = object(toolResult)
        called = true
        if (!waiting.delete(id)) breaches.push(`${place}: answers no call`)
        if (listOf(blocks.slice(0, n)).some((before) => before['toolResult'] === undefined && before['cachePoint'] === undefined))
          breaches.push(`${place}: results come first`)
        const said = listOf(inner)
        if (status === 'error' && !said.some((each) => !isText(each['text']) || each['text'].trim() !== ''))
          breaches.push(`${place}: an error says nothing`)
        if (said.some((each) => each['cachePoint'] !== undefined)) breaches.push(`${place}: a cache point within a result`)
        for (const each of said) if (each['document'] !== undefined) breaches.push(...nameOf(each['document'], names, place))
      }
      if (document !== undefined) {
        breaches.push(...nameOf(document, names, place))
        if (!blocks.some((other) => isText(other['text']))) breaches.push(`${at}: a document without a text`)
      }
      if (cachePoint !== undefined && (n === 0 || blocks[n - 1]?.['reasoningContent'] !== undefined))
        breaches.push(`${place}: a cache point behind nothing or a thought`)
      if (reasoningContent !== undefined && (role !== 'assistant' || n === blocks.length - 1))
        breaches.push(`${place}: a thought at the end`)
    })
    if (role === 'user') {
      if (waiting.size > 0) breaches.push(`${at}: calls have no results`)
      waiting = new Set()
    }
    if (role === 'assistant') waiting = next
  })
  if (waiting.size > 0) breaches.push('the last calls have no results')
  for (const [index, { text }] of listOf(system).entries())
    if (text !== undefined && (!isText(text) || text.trim() === '')) breaches.push(`system ${index}: a blank text`)
  return [...breaches, ...checkTools(toolConfig, called), ...checkPoints(body)]
}

function nameOf(document: unknown, names: Set<unknown>, at: string): readonly string[] {
  const { name } = object(document)
  const legal = isText(name) && /^[A-Za-z0-9\-()[\]]+(?: [A-Za-z0-9\-()[\]]+)*$/.test(name)
  const again = names.has(name)
  names.add(name)
  return [...(legal ? [] : [`${at}: ${String(name)} is no name of a document`]), ...(again ? [`${at}: the name comes again`] : [])]
}

function checkTools(config: unknown, called: boolean): readonly string[] {
  if (config === undefined) return called ? ['calls without declarations'] : []
  const { tools, toolChoice } = object(config)
  const breaches: string[] = []
  const specs = listOf(tools).flatMap(({ toolSpec }) => (toolSpec === undefined ? [] : [object(toolSpec)]))
  if (listOf(tools).length === 0) breaches.push('a list without tools')
  if (new Set(specs.map(({ name }) => name)).size < specs.length) breaches.push('a tool is declared twice')
  for (const { name, description, inputSchema } of specs) {
    if (!/^[\w-]{1,64}$/.test(String(name))) breaches.push(`${String(name)} is no name of a tool`)
    if (description !== undefined && (!isText(description) || description.trim() === ''))
      breaches.push(`${String(name)}: a blank description`)
    if (object(object(inputSchema)['json'])['type'] !== 'object') breaches.push(`${String(name)}: the schema is of no object`)
  }
  const { tool } = object(toolChoice)
  if (tool !== undefined && !specs.some(({ name }) => name === object(tool)['name']))
    breaches.push('the choice is of no tool that is there')
  return breaches
}

function checkPoints(body: unknown): readonly string[] {
  const points = JSON.stringify(body).match(/"cachePoint":\{[^}]*\}/g) ?? []
  const short = points.findIndex((point) => !point.includes('1h'))
  const breaches = points.length > 4 ? ['more than four cache points'] : []
  return short !== -1 && points.slice(short).some((point) => point.includes('1h')) ? [...breaches, 'an hour behind five minutes'] : breaches
}

/** Rules for an answer. */
export function checkConverseResponse(body: unknown): readonly string[] {
  const { output, stopReason, usage, metrics, message } = object(body)
  // An answer that failed is an error document.
  if (output === undefined && isText(message)) return []
  const breaches: string[] = []
  const { role, content } = object(object(output)['message'])
  if (role !== 'assistant') breaches.push('the message is not the assistant’s')
  if (!Array.isArray(content)) breaches.push('the message has no content')
  if (!isText(stopReason)) breaches.push('the answer does not say why it ended')
  breaches.push(...checkUsage(usage))
  if (typeof object(metrics)['latencyMs'] !== 'number') breaches.push('there is no latency')
  for (const [index, block] of listOf(content).entries()) {
    const keys = Object.keys(block)
    if (keys.length !== 1) breaches.push(`block ${index}: has ${keys.length} kinds`)
    const { toolUse, text } = block
    if (text === '') breaches.push(`block ${index}: an empty text`)
    const { toolUseId, name, input } = object(toolUse)
    if (toolUse !== undefined && (!isText(toolUseId) || !isText(name) || input === undefined))
      breaches.push(`block ${index}: no whole call`)
  }
  return breaches
}

function checkUsage(usage: unknown): readonly string[] {
  const counts = object(usage)
  const missing = ['inputTokens', 'outputTokens', 'totalTokens'].filter((key) => typeof counts[key] !== 'number')
  return missing.map((key) => `there is no ${key}`)
}

/** Grammar of a stream as text: one block is open at a time, numbers rise by one, and an end or an exception comes last. */
export function checkConverseStream(text: string): readonly string[] {
  const breaches: string[] = []
  let open: unknown
  let next = 0
  let phase: 'before' | 'open' | 'stopped' | 'told' | 'failed' = 'before'
  for (const { event, data } of readSse(text)) {
    if (event === undefined) continue
    const value = object(JSON.parse(data))
    const { contentBlockIndex: index, stopReason, usage } = value
    if (phase === 'told' || phase === 'failed') breaches.push(`${event} comes behind the end`)
    if (event === 'exception') {
      if (!isText(value['type']) || !isText(value['message'])) breaches.push('an exception without a name or words')
      phase = 'failed'
      continue
    }
    if (event === 'messageStart') {
      if (phase !== 'before') breaches.push('the message begins again')
      phase = 'open'
      continue
    }
    if (phase === 'before') breaches.push(`${event} comes before the beginning`)
    if (event === 'messageStop') {
      if (open !== undefined) breaches.push(`block ${String(open)} is open at the end`)
      if (!isText(stopReason)) breaches.push('the stream does not say why it ended')
      phase = 'stopped'
    } else if (event === 'metadata') {
      if (phase !== 'stopped') breaches.push('the counts come before the end')
      breaches.push(...checkUsage(usage))
      phase = 'told'
    } else if (index !== undefined) {
      if (phase !== 'open') breaches.push(`${event} comes behind the end`)
      if (event === 'contentBlockStop') {
        if (index !== open) breaches.push(`block ${String(index)} ends while ${String(open)} is open`)
        open = undefined
      } else if (open === undefined) {
        if (index !== next++) breaches.push(`block ${String(index)} has the wrong number`)
        open = index
      } else if (index !== open || event === 'contentBlockStart')
        breaches.push(`${event} of ${String(index)} while ${String(open)} is open`)
    }
  }
  return breaches
}
