import { isText } from './loose.ts'
import { readSse } from './read-sse.ts'

type Loose = { [key: string]: unknown }

/**
 * Interaction that the text of a stream stands for, built from the wire's documented rules without the library's code: members of events
 * that no rule places go to their step, or to the interaction. `undefined` if the stream fails or has no end.
 * https://ai.google.dev/api/interactions-api
 */
export function accumulateInteractionsStream(text: string): unknown {
  let whole: Loose = {}
  let ended = false
  const steps: Loose[] = []
  const open = new Map<unknown, Loose>()
  for (const { data } of readSse(text)) {
    if (!data.startsWith('{')) continue
    const { event_type: type, event_id: _, index, interaction, step, delta, usage, ...more } = object(JSON.parse(data))
    if (type === 'step.start') {
      const begun = { ...structuredClone(object(step)), ...more }
      steps.push(begun)
      open.set(index, begun)
    } else if (type === 'step.delta') addDelta(open.get(index), object(delta), more)
    else if (type === 'step.stop') {
      const step = open.get(index)
      if (step) endStep(Object.assign(step, more))
      if (usage !== undefined) whole = { ...whole, usage }
    } else if (type === 'interaction.created' || type === 'interaction.completed') {
      whole = { ...whole, ...object(interaction), ...more }
      ended ||= type === 'interaction.completed'
    } else if (type === 'error') return undefined
    else {
      const { interaction_id: __, status: ___, ...others } = more
      whole = { ...whole, ...others, ...(usage !== undefined && { usage }) }
    }
  }
  if (!ended || whole['status'] === 'failed') return undefined
  return { ...whole, steps }
}

const argumentsText = Symbol('text of arguments')

function addDelta(step: (Loose & { [argumentsText]?: string }) | undefined, delta: Loose, { metadata, ...more }: Loose): void {
  if (step === undefined) return
  const { total_usage: _, ...beside } = object(metadata)
  Object.assign(step, more, Object.keys(beside).length > 0 && { metadata: beside })
  const { type, ...members } = delta
  switch (step['type']) {
    case 'model_output':
      addContent((step['content'] ??= []) as Loose[], delta) // a list, by the rules
      return
    case 'thought': {
      const { content, ...others } = members
      const summary = (step['summary'] ?? []) as Loose[] // a list, by the rules
      const last = summary.at(-1)
      if (type === 'thought_summary' && content !== undefined) {
        const said = object(content)
        if (last === undefined || !isText(last['text']) || !isText(said['text'])) step['summary'] = [...summary, said]
        else Object.assign(last, said, { text: last['text'] + said['text'] })
      }
      Object.assign(step, others)
      return
    }
    case 'function_call': {
      const { arguments: piece, ...others } = members
      if (isText(piece)) step[argumentsText] = (step[argumentsText] ?? '') + piece
      Object.assign(step, others)
      return
    }
    default:
      Object.assign(step, members)
  }
}

function addContent(content: Loose[], delta: Loose): void {
  const { type, annotations, ...members } = delta
  const last = content.at(-1)
  if (type === 'text_annotation_delta' || type === 'text_annotation') {
    const part = last ?? { type: 'text', text: '' }
    if (last === undefined) content.push(part)
    Object.assign(part, members, { annotations: [...listOf(part['annotations']), ...listOf(annotations)] })
  } else if (type === 'text' && last?.['type'] === 'text' && isText(last['text']))
    Object.assign(last, members, { text: last['text'] + String(members['text']) })
  else content.push({ ...delta })
}

/** Text of the arguments takes the place of those of the start. */
function endStep(step: Loose & { [argumentsText]?: string }): void {
  if (step[argumentsText] !== undefined) step['arguments'] = JSON.parse(step[argumentsText]) as unknown
}

function object(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {} // an object: checked
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}
