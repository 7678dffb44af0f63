import { describe, expect, it } from 'vitest'
import { defaultLimits, defaultPolicy, type Context, type GenerateRequest, type Notice } from '@interlingua/core'
import { createFateWalker, declareNotices, type FateTables } from '@interlingua/core/adapter'

const notice = declareNotices('acme', [], {
  field: { kind: 'dropped', message: 'no such field' },
  part: { kind: 'dropped', message: 'no such part' },
  foreign: { kind: 'dropped', message: 'another format alone understands it' },
})
const part = { itemId: 'carried', seal: 'carried', cache: 'field' } as const

/** A format that carries text, its citations but not their titles, calls, results and documents, and next to nothing else. */
const tables: FateTables<'field' | 'part' | 'foreign'> = {
  request: {
    model: 'carried',
    turns: 'carried',
    tools: 'carried',
    toolChoice: 'field',
    output: 'carried',
    sampling: 'carried',
    reasoning: 'field',
    cache: 'carried',
    state: 'carried',
    safety: 'field',
    serviceTier: 'field',
    user: 'carried',
    metadata: 'field',
    stream: 'carried',
  },
  turn: { author: 'carried', authority: 'field', changes: 'carried', parts: 'carried', items: 'carried' },
  changes: { addTools: 'carried', removeTools: 'field', reasoning: 'field', format: 'field' },
  item: { id: 'carried', phase: 'field' },
  output: {
    maxTokens: 'carried',
    stop: 'carried',
    candidates: 'field',
    modalities: 'field',
    format: 'field',
    verbosity: 'field',
    logprobs: 'field',
    audio: 'field',
    image: 'field',
  },
  sampling: {
    temperature: 'carried',
    topP: 'carried',
    topK: 'field',
    seed: 'field',
    frequencyPenalty: 'field',
    presencePenalty: 'field',
    logitBias: 'field',
  },
  reasoning: { mode: 'carried', effort: 'field', budgetTokens: 'field', summary: 'field' },
  cache: { auto: 'carried', key: 'field', mode: 'field', retention: 'field', content: 'field' },
  state: {
    previousResponse: 'field',
    conversation: 'field',
    prompt: 'field',
    container: 'field',
    thread: 'field',
    store: 'field',
    background: 'field',
  },
  toolChoice: { mode: 'carried', only: 'field', checked: 'field', parallel: 'field' },
  tools: {
    function: {
      name: 'carried',
      namespace: 'field',
      description: 'carried',
      deferred: 'field',
      cache: 'field',
      schema: 'carried',
      strict: 'field',
      resultSchema: 'field',
      examples: 'field',
    },
    custom: { name: 'carried', namespace: 'field', description: 'carried', deferred: 'field', cache: 'field', grammar: 'field' },
    builtin: {
      name: 'carried',
      namespace: 'field',
      description: 'carried',
      deferred: 'field',
      cache: 'field',
      family: 'carried',
      version: 'carried',
      runsOn: 'carried',
      format: 'carried',
      config: 'field',
    },
  },
  parts: {
    text: { ...part, text: 'carried', citations: 'carried', logprobs: 'field' },
    refusal: { ...part, text: 'carried' },
    reasoning: 'part',
    'tool-call': {
      ...part,
      callId: 'carried',
      name: 'carried',
      namespace: 'field',
      kind: 'carried',
      arguments: 'carried',
      caller: 'field',
    },
    'tool-result': { ...part, callId: 'carried', name: 'carried', isError: 'field', parts: 'carried', structured: 'field' },
    'hosted-call': 'part',
    'hosted-result': { ...part, callId: 'carried', isError: 'carried', errorCode: 'carried', parts: 'field' },
    approval: 'part',
    compaction: 'part',
    media: 'part',
    document: { ...part, source: 'carried', title: 'field', context: 'field', citable: 'field' },
    'search-result': { ...part, url: 'carried', title: 'carried', parts: 'carried', citable: 'field' },
    'file-reference': 'part',
    opaque: 'part',
  },
  citation: {
    source: 'carried',
    uri: 'carried',
    fileId: 'carried',
    title: 'field',
    citedText: 'carried',
    range: 'carried',
    span: 'carried',
  },
  response: {
    id: 'carried',
    model: 'carried',
    createdAt: 'field',
    status: 'carried',
    candidates: 'carried',
    usage: 'carried',
    failure: 'carried',
    serviceTier: 'field',
  },
  candidate: { index: 'carried', parts: 'carried', items: 'carried', finish: 'carried', logprobs: 'field' },
  finish: { unified: 'carried', raw: 'carried', sequence: 'field', refusal: 'field', message: 'carried' },
  usage: { input: 'carried', output: 'carried', requests: 'field', extra: 'field', raw: 'carried' },
  inputUsage: {
    total: 'carried',
    fresh: 'carried',
    cacheRead: 'carried',
    cacheWrite: 'field',
    cacheWriteByTtl: 'field',
    toolUse: 'field',
    byModality: 'field',
  },
  outputUsage: { total: 'carried', reasoning: 'field', byModality: 'field', prediction: 'field' },
}

const walker = createFateWalker('acme', notice, 'foreign', tables)

function record(walk: (context: Context) => void): string[] {
  const seen: Notice[] = []
  walk({
    onNotice: (each) => seen.push(each),
    newId: (prefix) => prefix,
    now: () => 0,
    limits: defaultLimits,
    policy: defaultPolicy,
    dialect: {},
  })
  return seen.map(({ code, path }) => `${code} ${path}`)
}

const walkRequest = (request: Partial<GenerateRequest>): string[] =>
  record((context) => walker.request({ model: 'm', turns: [], ...request }, context))

describe('the fate walker, over a request', () => {
  it('says nothing of what is carried, nor of what is absent', () => {
    expect(
      walkRequest({
        user: 'u',
        output: { maxTokens: 5 },
        turns: [
          {
            author: 'user',
            parts: [
              { type: 'text', text: 'x', citations: [{ source: 'url', uri: 'https://example.com' }] },
              { type: 'refusal', text: 'no' },
            ],
          },
        ],
        tools: [{ type: 'function', name: 't', schema: {} }],
        extensions: { acme: { rest: { anything: 1 } } },
      }),
    ).toEqual([])
  })

  it('reports fields of the request, of groups, tools, turns, changes and items', () => {
    expect(
      walkRequest({
        serviceTier: 'flex',
        reasoning: { effort: 'low' },
        sampling: { topK: 1, temperature: 0 },
        state: { store: false },
        tools: [
          { type: 'function', name: 'a', strict: true },
          { type: 'custom', name: 'b', grammar: { syntax: 'lark', definition: '' } },
        ],
        turns: [
          {
            author: 'instruction',
            authority: 'system',
            parts: [],
            changes: { removeTools: [], addTools: [{ type: 'function', name: 'c', deferred: true }] },
            items: [{ id: 'i', phase: 'commentary' }],
          },
        ],
      }),
    ).toEqual([
      'acme/field /reasoning',
      'acme/field /serviceTier',
      'acme/field /turns/0/authority',
      'acme/field /turns/0/changes/removeTools',
      'acme/field /turns/0/changes/addTools/0/deferred',
      'acme/field /turns/0/phase',
      'acme/field /tools/0/strict',
      'acme/field /tools/1/grammar',
      'acme/field /sampling/topK',
      'acme/field /state/store',
    ])
  })

  it('goes down into results, documents, search results and citations, and no further than what is reported whole', () => {
    const nested = { type: 'text', text: 'x', cache: {}, citations: [{ source: 'url', title: 't' }] } as const
    expect(
      walkRequest({
        turns: [
          {
            author: 'user',
            parts: [
              {
                type: 'tool-result',
                callId: 'c',
                isError: true,
                parts: [nested, { type: 'reasoning', segments: [], extensions: { chat: { rest: { a: 1 } } } }],
              },
              { type: 'document', source: { type: 'parts', parts: [nested] } },
              { type: 'search-result', url: 'u', title: 't', parts: [nested] },
              { type: 'hosted-result', callId: 'h', parts: [nested] },
            ],
          },
        ],
      }),
    ).toEqual([
      'acme/field /turns/0/parts/0/isError',
      'acme/field /turns/0/parts/0/parts/0/cache',
      'acme/field /turns/0/parts/0/parts/0/citations/0/title',
      'acme/part /turns/0/parts/0/parts/1',
      'acme/field /turns/0/parts/1/source/0/cache',
      'acme/field /turns/0/parts/1/source/0/citations/0/title',
      'acme/field /turns/0/parts/2/parts/0/cache',
      'acme/field /turns/0/parts/2/parts/0/citations/0/title',
      'acme/field /turns/0/parts/3/parts',
    ])
  })

  it('names the place in the caller’s document where the decoder left it', () => {
    expect(
      walkRequest({
        fields: { 'sampling.topK': '/top_k', serviceTier: '/service_tier' },
        sampling: { topK: 1 },
        serviceTier: 'x',
        turns: [
          {
            author: 'user',
            at: '/messages/3',
            parts: [{ type: 'text', text: 'x', at: '/messages/3/content/0', fields: { cache: '/cache_control' }, cache: {} }],
          },
        ],
      }),
    ).toEqual(['acme/field /service_tier', 'acme/field /messages/3/content/0/cache_control', 'acme/field /top_k'])
  })

  it('reports each key of a foreign box, but for empty ones and hints', () => {
    expect(
      walkRequest({
        extensions: {
          chat: { rest: { a: 1, b: null, c: [], d: {}, e: [0], 'f/g': false }, hint: { h: true } },
          acme: { rest: { mine: 1 } },
        },
        turns: [{ author: 'user', parts: [{ type: 'refusal', text: '', extensions: { messages: { rest: { x: 1 } } } }] }],
      }),
    ).toEqual(['acme/foreign /a', 'acme/foreign /e', 'acme/foreign /f~1g', 'acme/foreign /turns/0/parts/0/x'])
  })
})

it('the fate walker, over an answer, reports its fields, usage, finish, parts and boxes', () => {
  const notices = record((context) =>
    walker.response(
      {
        id: 'r',
        model: 'm',
        createdAt: 1,
        status: 'completed',
        usage: {
          input: { total: 1, cacheWrite: 1 },
          output: { total: 1, prediction: { accepted: 1, rejected: 0 } },
          requests: {},
          extensions: { chat: { rest: { u: 1 } } },
        },
        candidates: [
          {
            index: 0,
            parts: [
              { type: 'text', text: 'x', logprobs: [] },
              { type: 'media', kind: 'image', source: { type: 'url', url: 'u' } },
            ],
            finish: { unified: 'stop', sequence: '.', extensions: { chat: { rest: { f: 1 } } } },
            logprobs: [],
          },
        ],
      },
      context,
    ),
  )
  expect(notices).toEqual([
    'acme/field /createdAt',
    'acme/field /usage/requests',
    'acme/field /usage/input/cacheWrite',
    'acme/field /usage/output/prediction',
    'acme/foreign /usage/u',
    'acme/field /candidates/0/logprobs',
    'acme/field /candidates/0/parts/0/logprobs',
    'acme/part /candidates/0/parts/1',
    'acme/field /candidates/0/finish/sequence',
    'acme/foreign /candidates/0/finish/f',
  ])
})

it('the fate walker serves streams part by part', () => {
  expect(record((context) => walker.part({ type: 'text', text: '', cache: {}, at: '/choices/0' }, context))).toEqual([
    'acme/field /choices/0/cache',
  ])
  expect(record((context) => walker.extensions({ chat: { rest: { a: 1 } } }, '/choices/0', context))).toEqual(['acme/foreign /choices/0/a'])
})

it('the fate walker names the parts of usage and finish by their own wire places', () => {
  const usage = {
    at: '/usage',
    fields: { 'output.prediction': '/completion_tokens_details' },
    input: {},
    output: { prediction: { accepted: 1, rejected: 0 } },
  } as const
  expect(record((context) => walker.usage(usage, '', context))).toEqual(['acme/field /usage/completion_tokens_details'])
  const finish = { at: '/choices/0', fields: { sequence: '/stop' }, unified: 'stop', sequence: '.' } as const
  expect(record((context) => walker.finish(finish, '', context))).toEqual(['acme/field /choices/0/stop'])
})

it('the fate walker names every wire place of a group that is spelled in several', () => {
  const fields = { 'output.logprobs': '/logprobs', 'output.logprobs.top': '/top_logprobs' } as const
  expect(record((context) => walker.request({ model: 'm', turns: [], fields, output: { logprobs: { top: 2 } } }, context))).toEqual([
    'acme/field /logprobs',
    'acme/field /top_logprobs',
  ])
})

it('tells the entries of a list whose places are kept one by one, and a list of plain values as a whole', () => {
  const rest = { chunks: [{}, { web: { domain: 'a' } }], scores: [1, 2] }
  const walker = createFateWalker('chat', notice, 'foreign', tables)
  const told = record((context) => walker.extensions({ contents: { rest, hint: { lists: true } } }, '/c', context))
  expect(told).toEqual(['acme/foreign /c/chunks/1/web/domain', 'acme/foreign /c/scores'])
  expect(record((context) => walker.extensions({ contents: { rest } }, '/c', context))).toEqual([
    'acme/foreign /c/chunks',
    'acme/foreign /c/scores',
  ])
})
