// Smallest possible format: texts in, texts out. The functions written by hand are those that `defineAdapter` leaves to its author.
import {
  pointer,
  UnsupportedError,
  type Context,
  type Finish,
  type Frame,
  type Machine,
  type Part,
  type StreamEvent,
  type Turn,
} from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import {
  failureOfDocument,
  openaiErrorWords,
  encodeErrorWord,
  type AdapterDefinition,
  type ErrorDefinition,
} from '@interlingua/adapter-kit'
import * as z from 'zod'

const format = 'memo'

export const wire = {
  request: z.looseObject({
    model: z.string(),
    texts: z.array(z.looseObject({ by: z.enum(['instruction', 'user', 'assistant']), text: z.string() })),
  }),
  response: z.looseObject({ id: z.string(), model: z.string(), texts: z.array(z.string()), why: z.string() }),
  event: z.looseObject({
    id: z.string().optional(),
    model: z.string().optional(),
    text: z.int().nonnegative().optional(),
    more: z.string().optional(),
    why: z.string().optional(),
    error: z.string().optional(),
  }),
  failure: z.looseObject({ error: z.string(), message: z.string().optional(), field: z.string().optional() }),
}
type WireRequest = z.infer<typeof wire.request>
type WireResponse = z.infer<typeof wire.response>
type WireEvent = z.infer<typeof wire.event>
type WireFailure = z.infer<typeof wire.failure>

const words = { ...openaiErrorWords, asleep: { code: 'overloaded', retryable: false } } as const

export const errors: ErrorDefinition<WireFailure> = {
  words,
  read: ({ error, message, field }) => ({ code: error, message, ...(field !== undefined && { path: pointer('', field) }) }),
  write: ({ code, message }) => ({ error: encodeErrorWord(words, code) ?? code, message }),
}

export const notice = declareNotices(format, [], { part: { kind: 'dropped', message: 'Memo knows texts alone' } })

export const memo: AdapterDefinition<WireRequest, WireResponse, WireEvent, WireFailure> = {
  format,
  http: { path: () => '/memo', statuses: { overloaded: 529 } },
  wire,
  errors,
  framing: 'sse',
  decodeRequest: ({ body }) => ({
    model: body.model,
    turns: body.texts.map(({ by, text }): Turn => ({ author: by, ...authorityOf(by), parts: [{ type: 'text', text }] })),
  }),
  lowerRequest(request, context) {
    const turns = request.turns.flatMap(({ author, parts }, index): readonly Turn[] =>
      textsOf(parts, (at) => context.onNotice(notice('part', pointer('/turns', index, 'parts', at)))).map((text) => ({
        author,
        ...authorityOf(author),
        parts: [{ type: 'text', text }],
      })),
    )
    if (turns.length === 0) throw new UnsupportedError(format, '', 'no text is left to send')
    return {
      request: { model: request.model, turns },
      reversals: { toolNames: new Map(), callIds: new Map(), wrappedTools: new Set() },
    }
  },
  encodeRequest: ({ model, turns }) => ({
    path: '/memo',
    query: {},
    headers: { 'content-type': 'application/json' },
    body: { model, texts: turns.map(({ author, parts }) => ({ by: author, text: textsOf(parts).join('') })) },
  }),
  decodeResponse({ body: { id, model, texts, why } }) {
    const parts = texts.map((text): Part => ({ type: 'text', text }))
    return { id, model, status: statusOf(why), candidates: [{ index: 0, parts, finish: decodeFinish(why) }] }
  },
  encodeResponse: ({ id, model, candidates: [candidate] }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { id, model, texts: textsOf(candidate?.parts ?? []), why: encodeFinish(candidate?.finish) },
  }),
  createStreamDecoder,
  createStreamEncoder,
}

function authorityOf(author: Turn['author']): Pick<Turn, 'authority'> {
  return author === 'instruction' ? { authority: 'system' } : {}
}

function textsOf(parts: readonly Part[], lost?: (index: number) => void): string[] {
  return parts.flatMap((part, index) => {
    if (part.type === 'text') return [part.text]
    lost?.(index)
    return []
  })
}

function decodeFinish(why: string): Finish {
  return { unified: why === 'stop' ? 'stop' : 'length', raw: { format, value: why } }
}

function encodeFinish(finish: Finish | undefined): string {
  if (finish?.raw?.format === format) return finish.raw.value
  return finish?.unified === 'stop' ? 'stop' : 'length'
}

function statusOf(why: string): 'completed' | 'incomplete' {
  return why === 'stop' ? 'completed' : 'incomplete'
}

function createStreamDecoder(context: Context): Machine<Frame<WireEvent>, StreamEvent> {
  const open = new Map<number, number>()
  let started = false
  let over = false
  const close = (last: readonly StreamEvent[]): readonly StreamEvent[] => {
    over = true
    return [...[...open.values()].map((part): StreamEvent => ({ type: 'part-end', candidate: 0, part })), ...last]
  }
  const fail = (failure: Extract<StreamEvent, { type: 'failure' }>['failure']): readonly StreamEvent[] => {
    over = true
    return [
      { type: 'failure', failure },
      { type: 'response-end', status: 'failed' },
    ]
  }
  return {
    push(frame) {
      if (over || frame.type === 'done') return []
      if (frame.type === 'comment') return [{ type: 'keep-alive' }]
      if (frame.type === 'invalid') return fail({ code: 'malformed-upstream', message: frame.message, retryable: true })
      const { id = '', model = '', text, more, why, error } = frame.wire
      if (error !== undefined) return fail(failureOfDocument(format, errors, { ...frame.wire, error }))
      const events: StreamEvent[] = started ? [] : [{ type: 'response-start', id, model }]
      started = true
      if (text !== undefined && more !== undefined) {
        const part = open.get(text) ?? open.size
        if (part >= context.limits.parts) return [...events, ...fail({ code: 'limit', message: 'too many texts', retryable: true })]
        if (!open.has(text)) events.push({ type: 'part-start', candidate: 0, part, value: { type: 'text', text: '' } })
        open.set(text, part)
        events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'text', text: more } })
      }
      if (why === undefined) return events
      return [
        ...events,
        ...close([
          { type: 'candidate-end', candidate: 0, finish: decodeFinish(why) },
          { type: 'response-end', status: statusOf(why) },
        ]),
      ]
    },
    end: () => (over ? [] : fail({ code: 'truncated-stream', message: 'the stream ended before its end', retryable: true })),
  }
}

function createStreamEncoder(): Machine<StreamEvent, Frame<WireEvent>> {
  const texts = new Map<number, number>()
  let finish: Finish | undefined
  let over = false
  const say = (part: number, more: string): readonly Frame<WireEvent>[] => {
    const text = texts.get(part)
    return text === undefined || more === '' ? [] : [{ type: 'event', wire: { text, more } }]
  }
  const last = (event: WireEvent): readonly Frame<WireEvent>[] => {
    over = true
    return [{ type: 'event', wire: event }]
  }
  return {
    push(event) {
      if (over) return []
      switch (event.type) {
        case 'response-start':
          return [{ type: 'event', wire: { id: event.id, model: event.model } }]
        case 'part-start':
          if (event.candidate > 0 || event.value.type !== 'text') return []
          texts.set(event.part, texts.size)
          return say(event.part, event.value.text)
        case 'part-delta':
          return event.candidate === 0 && event.delta.type === 'text' ? say(event.part, event.delta.text) : []
        case 'candidate-end':
          if (event.candidate === 0) finish = event.finish
          return []
        case 'keep-alive':
          return [{ type: 'comment' }]
        case 'failure':
          return last(errors.write(event.failure))
        case 'response-end':
          return last({ why: encodeFinish(finish) })
        default:
          return []
      }
    },
    end: () => (over ? [] : last({ error: 'stream_truncated' })),
  }
}
