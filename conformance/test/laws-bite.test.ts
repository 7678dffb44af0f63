import { defaultLimits } from '@interlingua/core'
import type { Context, GenerateAdapter, Notice } from '@interlingua/core'
import {
  createTestContext,
  judge,
  lawBounded,
  lawCutAnywhere,
  lawDeclared,
  lawDeterministic,
  lawFieldCoverage,
  lawIdentity,
  lawLoweringIdempotent,
  lawNoSilentLoss,
  lawNoticePaths,
  lawRequestIsLegal,
  lawReusedIds,
  lawRoundTrip,
  lawSecondTrip,
  lawStreamAgrees,
  lawStreamIdentity,
  lawTranslatedStream,
  requestTranslation,
} from '@interlingua/testkit'
import type { Recording, Translation, Violation } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { declared } from '../src/declared.ts'
import { formats } from '../src/formats.ts'
import { counterparts } from '../src/free-again.ts'
import { loopReaders } from '../src/loop-readers.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'

const sound = formats.messages.adapter
const settings = { ...formats.messages }
const sample = (name: string): Recording =>
  ownCorpus('messages').find(({ id }) => id === `messages/${name}`) ?? {
    id: name,
    format: 'messages',
    path: '',
    request: null,
    status: 200,
  }
/** Copy of the sound adapter with one member broken. */
const spoilt = (change: Partial<GenerateAdapter>): GenerateAdapter => ({ ...sound, ...change })
const mute = (context: Context): Context => ({ ...context, onNotice: () => {} })
const silent = spoilt({ lowerRequest: (request, context) => sound.lowerRequest(request, mute(context)) })
const body = sample('options').request

/** Expects that a law finds no violation in the sound adapter, and some in the broken one. */
function bites(law: (adapter: GenerateAdapter) => readonly Violation[], broken: GenerateAdapter): void {
  expect(law(sound)).toEqual([])
  expect(law(broken)).not.toEqual([])
}

describe('each law catches what it is there for', () => {
  test('identity: a decoder that forgets what it does not model', () => {
    const forgets = spoilt({
      decodeRequest: (message, context) => {
        const { extensions: _, ...request } = sound.decodeRequest(message, context)
        return request
      },
    })
    bites((adapter) => lawIdentity(adapter, sample('unknown'), settings), forgets)
  })

  test('identity: a notice within one format', () => {
    const chatters = spoilt({
      decodeRequest: (message, context) => {
        context.onNotice({ code: 'messages/made-up', kind: 'dropped', path: '', message: 'no' })
        return sound.decodeRequest(message, context)
      },
    })
    bites((adapter) => lawIdentity(adapter, sample('text'), settings), chatters)
    expect(lawDeclared([{ code: 'messages/made-up', kind: 'dropped', path: '', message: 'no' }], declared)).toHaveLength(1)
  })

  test('deterministic: a decoder that writes into its input, and one that counts its calls', () => {
    let calls = 0
    const writes = spoilt({
      decodeRequest: (message, context) => (Object.assign(message.body as object, { seen: true }), sound.decodeRequest(message, context)),
    })
    const counts = spoilt({ decodeRequest: (message, context) => ({ ...sound.decodeRequest(message, context), model: `demo-${calls++}` }) })
    for (const broken of [writes, counts]) bites((adapter) => lawDeterministic(adapter, sample('text'), settings), broken)
  })

  test('stream agrees with document: a reader that loses a delta', () => {
    const loses = spoilt({
      createStreamDecoder: (context, sent) => {
        const reader = sound.createStreamDecoder(context, sent)
        let deltas = 0
        return {
          push: (frame) => reader.push(frame).filter(({ type }) => type !== 'part-delta' || deltas++ !== 1),
          end: () => reader.end(),
        }
      },
    })
    bites((adapter) => lawStreamAgrees(adapter, sample('stream-text'), settings), loses)
  })

  test('stream written again: a writer that ends cleanly after a failure', () => {
    const polite = spoilt({
      createStreamEncoder: (context, asked) => {
        const writer = sound.createStreamEncoder(context, asked)
        return {
          push: (event) =>
            writer.push(
              event.type === 'failure' ? { type: 'keep-alive' } : event.type === 'response-end' ? { ...event, status: 'completed' } : event,
            ),
          end: () => writer.end(),
        }
      },
    })
    bites((adapter) => lawStreamIdentity(adapter, sample('stream-error'), settings), polite)
  })

  test('cut anywhere: a parser that takes a chunk for an event, and a reader that ends cleanly at the end of the text', () => {
    const chunky = spoilt({
      createStreamParser: (context) => ({
        push: (text) => [...sound.createStreamParser(context).push(text), ...sound.createStreamParser(context).push('')],
        end: () => [],
      }),
    })
    const trusting = spoilt({
      createStreamDecoder: (context, sent) => {
        const reader = sound.createStreamDecoder(context, sent)
        return {
          push: (frame) => reader.push(frame),
          end: () => (reader.end().length > 0 ? [{ type: 'response-end', status: 'completed' }] : []),
        }
      },
    })
    for (const broken of [chunky, trusting]) bites((adapter) => lawCutAnywhere(adapter, sample('stream-text'), settings), broken)
  })

  test('bounded: a parser without limits', () => {
    const boundless = spoilt({
      parseRequest: (message, context) => sound.parseRequest(message, { ...context, limits: { ...defaultLimits, depth: 1e9, nodes: 1e9 } }),
    })
    bites((adapter) => lawBounded(adapter, sample('text')), boundless)
  })

  test('lowering idempotent: a lowering that adds each time', () => {
    const adds = spoilt({
      lowerRequest: (request, context) => {
        const { request: lowered, reversals } = sound.lowerRequest(request, context)
        return {
          request: { ...lowered, turns: [...lowered.turns, { author: 'user', parts: [{ type: 'text', text: 'And?' }] }] },
          reversals,
        }
      },
    })
    bites(
      (adapter) =>
        lawLoweringIdempotent(adapter, {
          model: 'demo',
          output: { maxTokens: 1 },
          turns: [{ author: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
        }),
      adds,
    )
  })

  test('reused ids: a lowering that lets the first call keep the id and leaves the later one out', () => {
    const forgets = spoilt({
      lowerRequest: (request, context) => {
        const seen = new Set<string>()
        const turns = request.turns.map((turn) => ({
          ...turn,
          parts: turn.parts.filter((part) => part.type !== 'tool-call' || (!seen.has(part.callId) && seen.add(part.callId))),
        }))
        return sound.lowerRequest({ ...request, turns }, context)
      },
    })
    const steps = [
      { ids: ['0'], order: [0] },
      { ids: ['0'], order: [0] },
    ]
    bites((adapter) => lawReusedIds(adapter, steps, loopReaders.messages), forgets)
  })

  test('writes what it reads: a lowering that does nothing', () => {
    const lazy = spoilt({
      lowerRequest: (request) => ({ request, reversals: { toolNames: new Map(), callIds: new Map(), wrappedTools: new Set() } }),
    })
    const orphan = {
      model: 'demo',
      turns: [
        {
          author: 'assistant' as const,
          parts: [{ type: 'tool-call' as const, callId: 'call_1', name: 'f', kind: 'function' as const, arguments: '{}' }],
        },
        { author: 'user' as const, parts: [{ type: 'text' as const, text: 'So?' }] },
      ],
    }
    bites((adapter) => lawRequestIsLegal(adapter, orphan, settings), lazy)
  })
})

describe('each law of pairs catches what it is there for', () => {
  const chatBody = { model: 'demo', max_completion_tokens: 10, seed: 7, messages: [{ role: 'user', content: 'Hello' }] }
  const into = (target: GenerateAdapter) => requestTranslation({ ...pairOf('chat', 'messages'), target })

  test('no silent loss, and the field coverage: a lowering that reports nothing', () => {
    bites((target) => lawNoSilentLoss('loss', into(target), chatBody), silent)
    const { seed, ...base } = chatBody
    bites((target) => lawFieldCoverage(into(target), base, { path: '/seed', value: seed }), silent)
  })

  test('round trip: an encoder that changes what is said', () => {
    const mumbles = spoilt({
      encodeRequest: (request, context) =>
        sound.encodeRequest(
          {
            ...request,
            turns: request.turns.map((turn) => ({
              ...turn,
              parts: turn.parts.map((part) => (part.type === 'text' ? { ...part, text: part.text.toLowerCase() } : part)),
            })),
          },
          context,
        ),
    })
    const { adapter, headers } = formats.chat
    const decode = (document: unknown) =>
      adapter.decodeRequest(
        adapter.parseRequest({ path: '', query: {}, headers, body: document }, createTestContext().context),
        createTestContext().context,
      )
    bites(
      (target) =>
        lawRoundTrip('request', { there: into(target), back: requestTranslation({ source: target, target: adapter }), decode }, chatBody),
      mumbles,
    )
  })

  test('second trip is free: an encoder that adds each time', () => {
    const stutters = spoilt({
      encodeRequest: (request, context) => sound.encodeRequest({ ...request, user: `${request.user ?? ''}x` }, context),
    })
    const { adapter } = formats.chat
    bites(
      (target) =>
        lawSecondTrip(
          'request',
          { there: into(target), back: requestTranslation({ source: target, target: adapter }), decode: () => ({ model: '', turns: [] }) },
          chatBody,
        ),
      stutters,
    )
  })

  test('second trip is free: a name is given again only where the way home took it', () => {
    const noticed = (name: string): Notice => ({ code: `demo/${name}`, kind: 'dropped', path: '/file', message: '' })
    const trip = (home: readonly string[], second: readonly string[]): number => {
      let trips = 0
      const there: Translation = () => ({ type: 'done', output: {}, notices: trips++ === 0 ? [] : second.map(noticed) })
      const back: Translation = () => ({ type: 'done', output: {}, notices: home.map(noticed) })
      const decode = () => ({ model: '', turns: [] })
      return lawSecondTrip('request', { there, back, decode }, {}, new Set(), counterparts).length
    }
    expect(trip(['media-name'], ['document-filename'])).toBe(0)
    expect(trip(['media-name'], ['document-filename', 'document-filename'])).toBe(1)
    expect(trip([], ['document-filename'])).toBe(1)
    expect(trip(['media-detail'], ['media-name'])).toBe(1)
  })

  test('round trip: a part that is words when it comes back, where nothing tells that it was left out', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    const hello = { type: 'text', text: 'Hello' }
    const document = { model: 'm', messages: [{ role: 'user', content: [hello, image] }] }
    const { adapter } = formats.chat
    const decode = (body: unknown) => {
      const { context } = createTestContext()
      return adapter.decodeRequest(adapter.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
    }
    const back = (code: Notice['code']): Translation => {
      const output = { model: 'm', messages: [{ role: 'user', content: [hello, { type: 'text', text: '[image left out]' }] }] }
      const notices = [{ code, kind: 'approximated' as const, path: '/messages/0/content/1' as const, message: '' }]
      return () => ({ type: 'done', output, notices })
    }
    const law = (code: Notice['code']) => lawRoundTrip('request', { there: requestTranslation(pairOf('chat', 'messages')), back: back(code), decode }, document) // prettier-ignore
    expect(law('chat/media-left-out')).toEqual([])
    expect(law('chat/media-url').length).toBeGreaterThan(0)
  })

  test('notices point at something: a place that is not in the document', () => {
    expect(lawNoticePaths('request', [{ code: 'chat/top-k', kind: 'dropped', path: '/topK', message: '' }], body)).toHaveLength(1)
    expect(lawNoticePaths('request', [{ code: 'chat/top-k', kind: 'dropped', path: '/top_k', message: '' }], body)).toEqual([])
  })

  test('translated stream: a writer that shows only half of it', () => {
    const halves = spoilt({
      createStreamEncoder: (context, asked) => {
        const writer = sound.createStreamEncoder(context, asked)
        return { push: (event) => (event.type === 'part-delta' ? [] : writer.push(event)), end: () => writer.end() }
      },
    })
    const chat = ownCorpus('chat').find(({ id }) => id === 'chat/stream-text')?.stream ?? ''
    const pair = pairOf('chat', 'messages')
    const output = {
      id: 'x',
      type: 'message',
      role: 'assistant',
      model: 'gpt-4o',
      content: [{ type: 'text', text: 'Hi there.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
    }
    const law = (target: GenerateAdapter) =>
      lawTranslatedStream(
        { ...pair, target },
        chat,
        { output, notices: [] },
        {},
        { ...formats.messages, ignored: new Set(['id', 'usage']) },
      )
    bites(law, halves)
  })

  test('the list of what is known to fail: an entry that passes, and a failure that is not listed', () => {
    const results = [
      { id: 'a', law: 'x', violations: [] },
      { id: 'b', law: 'x', violations: ['broken'] },
    ]
    const entry = { id: 'a', law: 'x', reason: 'recorded so' }
    expect(judge(results, [entry])).toMatchObject({ failing: [{ id: 'b' }], stale: [entry], share: 0.5 })
  })
})
