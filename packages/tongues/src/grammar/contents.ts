import { at, isObject, items, number, text } from '../json/access.ts'
import type { Json } from '../json/json.ts'
import type { Frame } from './frame.ts'
import { faultsIn } from './faults-in.ts'

function usageFaults(usage: Json | undefined): readonly string[] {
  const faults = faultsIn(usage, '/usageMetadata', { promptTokenCount: 'count', totalTokenCount: 'count' })
  const parts = ['promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount'].map((name) => number(at(usage, name)) ?? 0)
  const sum = parts.reduce((all, part) => all + part, 0)
  const total = number(at(usage, 'totalTokenCount')) ?? 0
  return faults.length > 0 || total >= sum ? faults : [`/usageMetadata: totalTokenCount is ${total}, and its parts are ${sum}`]
}

function partFaults(document: Json, where: string): readonly string[] {
  return items(at(document, 'candidates')).flatMap((candidate) => {
    const parts = at(candidate, 'content', 'parts')
    const faults = parts === undefined ? [] : faultsIn(at(candidate, 'content'), where, { parts: 'list', role: 'is model' })
    return [
      ...faults,
      ...items(parts).flatMap((part) =>
        at(part, 'functionCall') === undefined
          ? isObject(part)
            ? []
            : [`${where}: a part is no object`]
          : faultsIn(at(part, 'functionCall'), where, { name: 'text' }),
      ),
    ]
  })
}

/** Faults of a response as a document. */
export function documentFaults(document: Json): readonly string[] {
  return [
    ...faultsIn(document, '', { candidates: 'list', usageMetadata: 'object' }),
    ...usageFaults(at(document, 'usageMetadata')),
    ...partFaults(document, '/candidates'),
    ...items(at(document, 'candidates')).flatMap((candidate) =>
      faultsIn(candidate, '/candidates', { content: 'object', finishReason: 'text' }),
    ),
  ]
}

/** Faults of the responses of a stream. */
export function streamFaults(frames: readonly Frame[]): readonly string[] {
  const faults: string[] = []
  let finishes = 0
  for (const [place, { data }] of frames.entries()) {
    const where = `response ${place}`
    if (typeof data === 'string') {
      faults.push(`${where} is no JSON: ${data.slice(0, 100)}`)
      continue
    }
    faults.push(...partFaults(data, where))
    const [candidate] = items(at(data, 'candidates'))
    if (finishes > 0 && items(at(candidate, 'content', 'parts')).some((part) => (text(at(part, 'text')) ?? '') !== ''))
      faults.push(`${where}: text behind the finishReason`)
    if (text(at(candidate, 'finishReason')) !== undefined) finishes++
  }
  if (finishes === 0) faults.push('no response has a finishReason')
  const usage = frames.findLast(({ data }) => at(data, 'usageMetadata') !== undefined)
  return [...faults, ...usageFaults(at(usage?.data ?? null, 'usageMetadata'))]
}
