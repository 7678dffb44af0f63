import { isText, object } from './loose.ts'
import type { Loose } from './loose.ts'
import { readSse } from './read-sse.ts'

/** Rules of Gemini Interactions for a request body that others than its own clients write; each string is one breach. */
export function checkInteractionsRequest(body: unknown): readonly string[] {
  const { input, model, system_instruction: system, tools, generation_config: config } = object(body)
  const breaches: string[] = []
  if (!isText(model) || model === '') breaches.push('the model is missing')
  if (system !== undefined && (!isText(system) || system.trim() === '')) breaches.push('the instruction is no text')
  const steps = listOf(input)
  if (steps.length === 0) breaches.push('the input is empty')
  if (steps[0] !== undefined && steps[0]['type'] !== 'user_input') breaches.push('the user does not begin')
  let waiting = new Set<unknown>()
  steps.forEach((step, index) => {
    const at = `step ${index}`
    const { type, id, call_id: callId, content } = step
    if (type === 'function_call') {
      if (waiting.has(id)) breaches.push(`${at}: the id comes twice`)
      if (typeof step['arguments'] !== 'object') breaches.push(`${at}: the arguments are no object`)
      waiting.add(id)
    } else if (type === 'function_result') {
      if (!waiting.delete(callId)) breaches.push(`${at}: answers no call`)
      if (step['result'] === undefined) breaches.push(`${at}: has no result`)
    } else if (type === 'user_input') {
      if (waiting.size > 0) breaches.push(`${at}: calls have no results`)
      waiting = new Set()
      breaches.push(...emptyContents(content, at))
    } else if (type === 'model_output') breaches.push(...emptyContents(content, at))
  })
  if (waiting.size > 0) breaches.push('the last calls have no results')
  const functions = listOf(tools).filter(({ type }) => type === 'function')
  if (new Set(functions.map(({ name }) => name)).size < functions.length) breaches.push('a function is declared twice')
  for (const { name } of functions)
    if (!/^[A-Za-z0-9_.:-]{1,64}$/.test(String(name))) breaches.push(`${String(name)} is no name of a function`)
  if (object(config)['tool_choice'] !== undefined && functions.length === 0) breaches.push('a choice without functions is refused')
  return breaches
}

function emptyContents(content: unknown, at: string): readonly string[] {
  const contents = listOf(content)
  if (contents.length === 0) return [`${at}: says nothing`]
  return contents.flatMap(({ type, text, data, uri }, index) => {
    if (type === 'text') return isText(text) && text.trim() !== '' ? [] : [`${at}, content ${index}: an empty text`]
    const media = type === 'image' || type === 'audio' || type === 'video' || type === 'document'
    return media && data === undefined && uri === undefined ? [`${at}, content ${index}: no data`] : []
  })
}

/** Rules for an answer. */
export function checkInteractionsResponse(body: unknown): readonly string[] {
  const { id, status, object: kind, steps, errors } = object(body)
  const breaches: string[] = []
  if (!isText(id) || id === '') breaches.push('the answer has no id')
  if (kind !== 'interaction') breaches.push('the answer is no interaction')
  // The words that the AI SDK knows; any other fails there.
  if (!['in_progress', 'requires_action', 'completed', 'failed', 'cancelled', 'incomplete'].includes(String(status)))
    breaches.push(`clients do not know the status ${String(status)}`)
  if ((status === 'failed') !== (errors !== undefined)) breaches.push('a failure has errors, and nothing else has')
  for (const [index, { type, content, name, id: call }] of listOf(steps).entries()) {
    if (type === 'model_output' && listOf(content).length === 0) breaches.push(`step ${index}: says nothing`)
    if (type === 'function_call' && (!isText(name) || !isText(call) || call === ''))
      breaches.push(`step ${index}: a call without a name or an id`)
  }
  return breaches
}

/** Grammar of a stream: one step is open at a time, each is numbered, and an end or an error comes last. */
export function checkInteractionsStream(text: string): readonly string[] {
  const breaches: string[] = []
  let open: { readonly index: unknown; readonly type: unknown } | undefined
  let next = 0
  let phase: 'before' | 'open' | 'ended' | 'failed' | 'done' = 'before'
  for (const { data, event } of readSse(text)) {
    if (data === '[DONE]') {
      if (phase !== 'ended') breaches.push('[DONE] stands behind no end')
      phase = 'done'
      continue
    }
    const wire = object(JSON.parse(data))
    const { event_type: type, index, step, delta, error } = wire
    if (event !== undefined && event !== type) breaches.push(`the event ${String(type)} is called ${event}`)
    if (phase === 'ended' || phase === 'failed' || phase === 'done') breaches.push(`${String(type)} comes behind the end`)
    if (type === 'interaction.created') phase = 'open'
    else if (type === 'error') {
      if (!isText(object(error)['code'])) breaches.push('the code of an error is no text')
      phase = 'failed'
    } else if (phase === 'before') breaches.push(`${String(type)} comes before the beginning`)
    if (type === 'step.start') {
      if (open !== undefined) breaches.push(`step ${String(index)} begins while ${String(open.index)} is open`)
      if (index !== next++) breaches.push(`step ${String(index)} has the wrong number`)
      open = { index, type: object(step)['type'] }
    } else if (type === 'step.delta') {
      if (index !== open?.index) breaches.push(`a delta of ${String(index)} while ${String(open?.index)} is open`)
      const { type: kind, text: said } = object(delta)
      if (kind === 'text' && said === '') breaches.push('a delta without a letter')
      if (kind === 'arguments_delta' && open?.type !== 'function_call') breaches.push('arguments of no call')
    } else if (type === 'step.stop') {
      if (index !== open?.index) breaches.push(`step ${String(index)} ends while ${String(open?.index)} is open`)
      open = undefined
    } else if (type === 'interaction.completed') {
      if (open !== undefined) breaches.push(`step ${String(open.index)} is open at the end`)
      phase = 'ended'
    }
  }
  return breaches
}

function listOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(object) : []
}
