import { at, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json, Writable } from '../../json/json.ts'
import { tryJson } from '../../json/parse-json.ts'
import type { PieceReader, PieceWriter } from '../format.ts'
import type { Item, Piece, Usage } from '../gist.ts'
import { openAiClass } from '../openai-failure.ts'
import { failureOf, finishOf, readUsage, responseOf, statusOfFinish, writeItems } from './answer.ts'
import { readItem } from './read-request.ts'

/** Reads the events of a streamed response. Items whose deltas never came are taken from their `done` event, or from the end. */
export function createReader(): PieceReader {
  const said = new Map<string, number>()
  let failed = false
  const grow = (frame: Json, piece: Piece & { readonly text: string }): readonly Piece[] => {
    const key = formatJson(at(frame, 'output_index') ?? at(frame, 'item_id') ?? '')
    said.set(key, (said.get(key) ?? 0) + piece.text.length)
    return [piece]
  }
  return {
    push({ event, data }) {
      if (data === '[DONE]') return []
      const frame = tryJson(data)
      if (frame === undefined) return [{ kind: 'other', type: `unreadable ${event}` }]
      const type = text(at(frame, 'type')) ?? event
      const delta = text(at(frame, 'delta')) ?? ''
      switch (type) {
        case 'response.output_text.delta':
          return grow(frame, { kind: 'text', text: delta })
        case 'response.refusal.delta':
          return grow(frame, { kind: 'refusal', text: delta })
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return grow(frame, { kind: 'think', text: delta })
        case 'response.function_call_arguments.delta':
        case 'response.custom_tool_call_input.delta':
          return grow(frame, { kind: 'args', text: delta })
        case 'response.function_call_arguments.done': {
          const key = formatJson(at(frame, 'output_index') ?? at(frame, 'item_id') ?? '')
          return said.has(key) ? [] : grow(frame, { kind: 'args', text: text(at(frame, 'arguments')) ?? '' })
        }
        case 'response.output_item.added':
          return readAdded(at(frame, 'item'))
        case 'response.output_item.done':
          return readDone(at(frame, 'item'), said.has(formatJson(at(frame, 'output_index') ?? at(frame, 'item', 'id') ?? '')))
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
          // An `error` event and the failed response behind it are one failure.
          return readEnd(at(frame, 'response')).filter(({ kind }) => !failed || kind !== 'failure')
        case 'error': {
          const error = at(frame, 'error') ?? frame
          failed = true
          const failure = { class: openAiClass(text(at(error, 'type')), error, 500), message: text(at(error, 'message')) ?? '' }
          return [{ kind: 'failure', failure }]
        }
        default:
          return []
      }
    },
  }
}

function readAdded(item: Json | undefined): readonly Piece[] {
  const type = text(at(item, 'type')) ?? ''
  if (type === 'function_call' || type === 'custom_tool_call')
    return [{ kind: 'call', id: text(at(item, 'call_id')) ?? '', name: text(at(item, 'name')) ?? '' }]
  return type === 'message' || type === 'reasoning' ? [{ kind: 'end' }] : [{ kind: 'other', type }]
}

function readDone(item: Json | undefined, hadDeltas: boolean): readonly Piece[] {
  const pieces: Piece[] = []
  const [read] = item === undefined ? [] : readItem(item)
  if (!hadDeltas && read !== undefined) {
    if (read.kind === 'assistant') pieces.push({ kind: 'text', text: read.text })
    else if (read.kind === 'refusal') pieces.push({ kind: 'refusal', text: read.text })
    else if (read.kind === 'think') pieces.push({ kind: 'think', text: read.text })
    else if (read.kind === 'call') pieces.push({ kind: 'args', text: read.args })
  }
  if (read?.kind === 'think' && read.seal !== undefined) pieces.push({ kind: 'seal', seal: read.seal })
  return [...pieces, { kind: 'end' }]
}

function readEnd(response: Json | undefined): readonly Piece[] {
  const failure = failureOf(response)
  const usage = readUsage(at(response, 'usage'))
  const finish = finishOf(response)
  return [
    ...(usage === undefined ? [] : [{ kind: 'usage' as const, usage }]),
    ...(failure === undefined ? [] : [{ kind: 'failure' as const, failure }]),
    ...(finish === undefined ? [] : [{ kind: 'finish' as const, finish }, { kind: 'terminal' as const }]),
  ]
}

/** Writes a streamed response. */
export function createWriter(model: string): PieceWriter {
  const frames: string[] = []
  const done: Item[] = []
  let sequence = 0
  let started = false
  let usage: Usage = { input: 1, output: 1 }
  let open: Item | undefined
  const emit = (type: string, data: { readonly [key: string]: Writable }): void => {
    frames.push(`event: ${type}\ndata: ${formatJson({ type, sequence_number: sequence++, ...data })}\n\n`)
  }
  const start = (): void => {
    if (started) return
    started = true
    emit('response.created', { response: responseOf(model, 'in_progress', []) })
    emit('response.in_progress', { response: responseOf(model, 'in_progress', []) })
  }
  const place = (): { readonly item_id: string; readonly output_index: number } => {
    const prefix = open?.kind === 'call' ? 'fc' : open?.kind === 'think' ? 'rs' : 'msg'
    return { item_id: `${prefix}_${done.length}`, output_index: done.length }
  }
  const finished = (item: Item): Writable => writeItems([...done, item]).at(-1)
  const begin = (item: Item): void => {
    close()
    open = item
    const { item_id: id, output_index } = place()
    if (item.kind === 'call')
      emit('response.output_item.added', {
        output_index,
        item: {
          type: 'function_call',
          id,
          call_id: item.id ?? `call_${output_index}`,
          name: item.name,
          arguments: '',
          status: 'in_progress',
        },
      })
    else if (item.kind === 'think') emit('response.output_item.added', { output_index, item: { type: 'reasoning', id, summary: [] } })
    else {
      emit('response.output_item.added', {
        output_index,
        item: { type: 'message', id, status: 'in_progress', role: 'assistant', content: [] },
      })
      const part =
        item.kind === 'refusal' ? { type: 'refusal', refusal: '' } : { type: 'output_text', text: '', annotations: [], logprobs: [] }
      emit('response.content_part.added', { ...place(), content_index: 0, part })
    }
  }
  const close = (): void => {
    if (open === undefined) return
    const item = open
    if (item.kind === 'assistant') {
      emit('response.output_text.done', { ...place(), content_index: 0, text: item.text, logprobs: [] })
      emit('response.content_part.done', {
        ...place(),
        content_index: 0,
        part: { type: 'output_text', text: item.text, annotations: [], logprobs: [] },
      })
    } else if (item.kind === 'refusal') {
      emit('response.refusal.done', { ...place(), content_index: 0, refusal: item.text })
      emit('response.content_part.done', { ...place(), content_index: 0, part: { type: 'refusal', refusal: item.text } })
    } else if (item.kind === 'think' && item.text !== '') {
      emit('response.reasoning_summary_text.done', { ...place(), summary_index: 0, text: item.text })
      emit('response.reasoning_summary_part.done', { ...place(), summary_index: 0, part: { type: 'summary_text', text: item.text } })
    } else if (item.kind === 'call') emit('response.function_call_arguments.done', { ...place(), name: item.name, arguments: item.args })
    emit('response.output_item.done', { output_index: done.length, item: finished(item) })
    done.push(item)
    open = undefined
  }
  const think = (): void => {
    if (open?.kind === 'think') return
    begin({ kind: 'think', text: '' })
  }
  const seal = (value: string): void => {
    think()
    if (open?.kind === 'think') open = { ...open, seal: value }
  }
  return {
    push(piece) {
      frames.length = 0
      if (piece.kind === 'usage') usage = { ...usage, ...piece.usage }
      else start()
      switch (piece.kind) {
        case 'text':
        case 'refusal': {
          if (piece.text === '') break
          const kind = piece.kind === 'text' ? 'assistant' : 'refusal'
          if (open?.kind !== kind) begin({ kind, text: '' })
          if (open?.kind === kind) open = { ...open, text: open.text + piece.text }
          const more = kind === 'assistant' ? { logprobs: [] } : {}
          emit(`response.${kind === 'assistant' ? 'output_text' : 'refusal'}.delta`, {
            ...place(),
            content_index: 0,
            delta: piece.text,
            ...more,
          })
          break
        }
        case 'think':
          if (piece.text === '') break
          think()
          if (open?.kind !== 'think') break
          if (open.text === '')
            emit('response.reasoning_summary_part.added', { ...place(), summary_index: 0, part: { type: 'summary_text', text: '' } })
          open = { ...open, text: open.text + piece.text }
          emit('response.reasoning_summary_text.delta', { ...place(), summary_index: 0, delta: piece.text })
          break
        case 'seal':
        case 'redacted':
          seal(piece.seal)
          break
        case 'call':
          if (piece.seal !== undefined) seal(piece.seal)
          begin({ kind: 'call', name: piece.name, args: '', ...(piece.id !== undefined && { id: piece.id }) })
          break
        case 'args':
          if (open?.kind !== 'call') break
          open = { ...open, args: open.args + piece.text }
          emit('response.function_call_arguments.delta', { ...place(), delta: piece.text })
          break
        case 'end':
          close()
          break
        case 'finish': {
          close()
          const status = statusOfFinish(piece.finish)
          emit(`response.${status}`, { response: responseOf(model, status, writeItems(done), { finish: piece.finish, usage }) })
          break
        }
        case 'failure':
          emit('response.failed', { response: responseOf(model, 'failed', writeItems(done), { failure: piece.failure, usage }) })
          break
        default:
          break
      }
      return [...frames]
    },
  }
}
