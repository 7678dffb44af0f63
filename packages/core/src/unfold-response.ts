import type { Part } from './part.ts'
import type { Candidate, GenerateResponse } from './response.ts'
import type { Delta, StreamEvent } from './stream-event.ts'

/** Events of a whole response, each accumulator in one delta: `foldEvents(unfoldResponse(r))` is `r` for a final `r`. */
export function unfoldResponse(response: GenerateResponse): readonly StreamEvent[] {
  const { id, model, createdAt, serviceTier, extensions } = response
  const events: StreamEvent[] = [
    {
      type: 'response-start',
      id,
      model,
      ...(createdAt !== undefined && { createdAt }),
      ...(serviceTier !== undefined && { serviceTier }),
      ...(extensions && { extensions }),
    },
  ]
  let part = 0
  for (const candidate of response.candidates) {
    const announced = new Set<string>()
    for (const value of candidate.parts) unfoldPart(events, candidate, value, part++, announced)
    if (candidate.finish) {
      events.push({
        type: 'candidate-end',
        candidate: candidate.index,
        finish: candidate.finish,
        ...(candidate.extensions && { extensions: candidate.extensions }),
      })
    }
  }
  if (response.usage) events.push({ type: 'usage', usage: response.usage })
  if (response.failure) events.push({ type: 'failure', failure: response.failure })
  events.push({ type: 'response-end', status: statusAtEnd(response.status) })
  return events
}

/** Status for the end of a stream: a document may say that it is still running, a stream may not. */
function statusAtEnd(status: GenerateResponse['status']): 'completed' | 'incomplete' | 'failed' {
  return status === 'queued' || status === 'in-progress' ? 'failed' : status
}

function unfoldPart(events: StreamEvent[], candidate: Candidate, value: Part, part: number, announced: Set<string>): void {
  const at = { candidate: candidate.index, part }
  const item =
    value.itemId !== undefined && !announced.has(value.itemId) ? candidate.items?.find(({ id }) => id === value.itemId) : undefined
  if (item) announced.add(item.id)
  const { start, deltas } = split(value)
  events.push({ type: 'part-start', ...at, value: start, ...(item && { item }) })
  for (const delta of deltas) events.push({ type: 'part-delta', ...at, delta })
  events.push({ type: 'part-end', ...at })
}

/** Splits a part into one with empty accumulators and the deltas that fill them. Parts that no delta can fill start whole. */
function split(value: Part): { readonly start: Part; readonly deltas: readonly Delta[] } {
  switch (value.type) {
    case 'text': {
      const { citations, logprobs, ...rest } = value
      const deltas: Delta[] = []
      if (value.text !== '') deltas.push({ type: 'text', text: value.text })
      if (logprobs) deltas.push({ type: 'logprobs', logprobs })
      for (const citation of citations ?? []) deltas.push({ type: 'citation', citation })
      return sealed({ ...rest, text: '', ...(citations?.length === 0 && { citations }) }, deltas)
    }
    case 'refusal':
      return sealed({ ...value, text: '' }, value.text === '' ? [] : [{ type: 'text', text: value.text }])
    case 'reasoning':
      return sealed(
        { ...value, segments: [] },
        value.segments.map(({ type, text }, segment) => ({ type: 'reasoning', segment, kind: type, text })),
      )
    case 'tool-call':
    case 'hosted-call':
      return sealed({ ...value, arguments: '' }, value.arguments === '' ? [] : [{ type: 'arguments', text: value.arguments }])
    default:
      return { start: value, deltas: [] }
  }
}

function sealed(part: Part, deltas: readonly Delta[]): { readonly start: Part; readonly deltas: readonly Delta[] } {
  if (part.seal === undefined) return { start: part, deltas }
  const { seal, ...start } = part
  return { start: start as Part, deltas: [...deltas, { type: 'seal', seal }] } // `seal` is optional on every part
}
