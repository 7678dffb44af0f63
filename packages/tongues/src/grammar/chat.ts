import { at, items, number, text } from '../json/access.ts'
import type { Json } from '../json/json.ts'
import type { Frame } from './frame.ts'
import { faultsIn, type Rule } from './faults-in.ts'

const head: Readonly<Record<string, Rule>> = { id: 'text', created: 'count', model: 'text', choices: 'list' }

function usageFaults(usage: Json | undefined): readonly string[] {
  const faults = faultsIn(usage, '/usage', { prompt_tokens: 'count', completion_tokens: 'count', total_tokens: 'count' })
  const [input, output, total] = ['prompt_tokens', 'completion_tokens', 'total_tokens'].map((name) => number(at(usage, name)) ?? 0)
  return faults.length > 0 || (input ?? 0) + (output ?? 0) === total
    ? faults
    : [`/usage: ${input} and ${output} are not ${total}, its total_tokens`]
}

/** Faults of a completion as a document. */
export function documentFaults(document: Json): readonly string[] {
  return [
    ...faultsIn(document, '', { ...head, object: 'is chat.completion' }),
    ...usageFaults(at(document, 'usage')),
    ...items(at(document, 'choices')).flatMap((choice, index) => [
      ...faultsIn(choice, `/choices/${index}`, { index: 'count', message: 'object', finish_reason: 'text' }),
      ...faultsIn(at(choice, 'message'), `/choices/${index}/message`, { role: 'is assistant', content: 'text or null' }),
      ...items(at(choice, 'message', 'tool_calls')).flatMap((call) => [
        ...faultsIn(call, 'tool call', { id: 'text', type: 'is function', function: 'object' }),
        ...faultsIn(at(call, 'function'), 'function of a tool call', { name: 'text', arguments: 'text' }),
      ]),
    ]),
  ]
}

/** Faults of the chunks of a stream. */
export function streamFaults(frames: readonly Frame[]): readonly string[] {
  const faults: string[] = []
  const ids = new Set<string>()
  let calls = 0
  let finishes = 0
  let hasRole = false
  for (const [place, { data }] of frames.entries()) {
    const where = `chunk ${place}`
    if (data === '[DONE]') {
      if (place < frames.length - 1) faults.push(`${where}: [DONE] is not the last`)
      continue
    }
    faults.push(...faultsIn(data, where, { ...(items(at(data, 'choices')).length > 0 && head), object: 'is chat.completion.chunk' }))
    if (at(data, 'usage') !== undefined && at(data, 'usage') !== null) faults.push(...usageFaults(at(data, 'usage')))
    for (const choice of items(at(data, 'choices'))) {
      ids.add(text(at(data, 'id')) ?? '')
      faults.push(...faultsIn(choice, where, { index: 'count', delta: 'object' }))
      const said = [at(choice, 'delta', 'content'), ...items(at(choice, 'delta', 'tool_calls'))].filter(
        (each) => each !== undefined && each !== null && each !== '',
      )
      if (finishes > 0 && said.length > 0) faults.push(`${where}: content behind the finish_reason`)
      if (!hasRole && text(at(choice, 'delta', 'role')) !== 'assistant') faults.push(`${where}: the first delta has no role`)
      hasRole = true
      for (const call of items(at(choice, 'delta', 'tool_calls'))) {
        const index = number(at(call, 'index'))
        if (index === undefined || index > calls) faults.push(`${where}: the index of a tool call is ${index}, and ${calls} comes next`)
        if (index !== calls) continue
        calls++
        faults.push(
          ...faultsIn(call, where, { id: 'text', function: 'object' }),
          ...faultsIn(at(call, 'function'), where, { name: 'text' }),
        )
      }
      if (text(at(choice, 'finish_reason')) !== undefined) finishes++
    }
  }
  if (ids.size > 1) faults.push(`chunks of one completion have ${ids.size} ids: ${[...ids].join(', ')}`)
  if (finishes !== 1) faults.push(`${finishes} chunks have a finish_reason`)
  if (frames.at(-1)?.data !== '[DONE]') faults.push('the stream does not end by [DONE]')
  return faults
}
