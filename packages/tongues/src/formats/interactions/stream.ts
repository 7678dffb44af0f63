import { at, isObject, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json, Writable } from '../../json/json.ts'
import { tryJson } from '../../json/parse-json.ts'
import { createBlocks, withStart } from '../blocks.ts'
import type { PieceReader, PieceWriter } from '../format.ts'
import type { Piece, Usage } from '../gist.ts'
import { errorOf, failureOf, readFailure, readFinish, readUsage, writeStatus, writeUsage } from './answer.ts'

/** Reads the events of an interaction, by the type that their data names. */
export function createReader(): PieceReader {
  const starts = new Map<number | undefined, Json>()
  const said = new Set<number | undefined>()
  let hasCalls = false
  return {
    push({ data }) {
      const frame = tryJson(data) ?? null
      const index = number(at(frame, 'index'))
      switch (text(at(frame, 'event_type'))) {
        case 'step.start': {
          const step = at(frame, 'step') ?? null
          starts.set(index, step)
          if (text(at(step, 'type')) !== 'function_call') return []
          hasCalls = true
          return [{ kind: 'call', id: text(at(step, 'id')) ?? '', name: text(at(step, 'name')) ?? '' }]
        }
        case 'step.delta': {
          const pieces = readDelta(at(frame, 'delta'))
          if (pieces.some(({ kind }) => kind === 'args')) said.add(index)
          return pieces
        }
        case 'step.stop': {
          const step = starts.get(index)
          const isBare = text(at(step, 'type')) === 'function_call' && !said.has(index)
          // Without a delta, the arguments are those of the start.
          return isBare ? [{ kind: 'args', text: formatJson(at(step, 'arguments') ?? {}) }, { kind: 'end' }] : [{ kind: 'end' }]
        }
        case 'interaction.completed':
          return readEnd(at(frame, 'interaction'), hasCalls)
        case 'error':
          return [{ kind: 'failure', failure: readFailure(frame, 500) ?? { class: 'server', message: data } }]
        default:
          return isObject(frame) && at(frame, 'event_type') === undefined && at(frame, 'error') !== undefined
            ? [{ kind: 'failure', failure: readFailure(frame, 500) ?? { class: 'server', message: data } }]
            : []
      }
    },
  }
}

function readDelta(delta: Json | undefined): readonly Piece[] {
  const type = text(at(delta, 'type'))
  if (type === 'text') return [{ kind: 'text', text: text(at(delta, 'text')) ?? '' }]
  if (type === 'arguments_delta') return [{ kind: 'args', text: text(at(delta, 'arguments')) ?? '' }]
  if (type === 'thought_summary') return [{ kind: 'think', text: text(at(delta, 'content', 'text')) ?? '' }]
  const seal = type === 'thought_signature' ? (text(at(delta, 'signature')) ?? '') : ''
  return seal === '' ? [] : [{ kind: 'seal', seal }]
}

function readEnd(interaction: Json | undefined, hasCalls: boolean): readonly Piece[] {
  const usage = readUsage(at(interaction, 'usage'))
  const status = text(at(interaction, 'status'))
  const finish = readFinish(status, hasCalls)
  const counted: readonly Piece[] = usage === undefined ? [] : [{ kind: 'usage', usage }]
  if (status === 'failed') return [...counted, { kind: 'failure', failure: failureOf(interaction) }]
  return finish === undefined ? counted : [...counted, { kind: 'finish', finish }, { kind: 'terminal' }]
}

const steps = { text: 'model_output', refusal: 'model_output', think: 'thought', seal: 'thought' } as const

/** Writes the events of an interaction: one step at a time, `interaction.completed` without steps, then `done`. */
export function createWriter(model: string): PieceWriter {
  let usage: Usage = {}
  const event = (type: string, data: { readonly [key: string]: Writable }): string =>
    `event: ${type}\ndata: ${formatJson({ event_type: type, ...data })}\n\n`
  const interaction = (status: string): { readonly [key: string]: Writable } => ({ id: 'v1_tongues', object: 'interaction', status, model })
  const blocks = createBlocks((index) => event('step.stop', { index }))
  const begin = (type: string, step: { readonly [key: string]: Writable }): readonly string[] => {
    const closed = blocks.begin(type)
    return [...closed, event('step.start', { index: blocks.index, step: { type, ...step } })]
  }
  const delta = (type: string, given: Writable): readonly string[] => [
    ...(blocks.isOpen(type) ? [] : begin(type, {})),
    event('step.delta', { index: blocks.index, delta: given }),
  ]
  const made = (piece: Piece): readonly string[] => {
    switch (piece.kind) {
      case 'text':
      case 'refusal':
        return delta(steps[piece.kind], { type: 'text', text: piece.text })
      case 'think':
        return delta(steps.think, { type: 'thought_summary', content: { type: 'text', text: piece.text } })
      case 'seal':
        return delta(steps.seal, { type: 'thought_signature', signature: piece.seal })
      case 'call':
        return begin('function_call', { id: piece.id ?? `call_${blocks.index + 1}`, name: piece.name, arguments: {}, signature: '' })
      case 'args':
        return [event('step.delta', { index: blocks.index, delta: { type: 'arguments_delta', arguments: piece.text } })]
      case 'end':
        return blocks.close()
      case 'usage':
        usage = piece.usage
        return []
      case 'finish':
        return [
          ...blocks.close(),
          event('interaction.completed', { interaction: { ...interaction(writeStatus(piece.finish)), usage: writeUsage(usage) } }),
        ]
      case 'terminal':
        return ['event: done\ndata: [DONE]\n\n']
      case 'failure':
        return [event('error', { error: errorOf(piece.failure) })]
      default:
        return []
    }
  }
  return withStart(made, () => [
    event('interaction.created', { interaction: interaction('in_progress') }),
    event('interaction.status_update', { interaction_id: 'v1_tongues', status: 'in_progress' }),
  ])
}
