import { defaultPolicy, isInterlinguaError } from '@interlingua/core'
import type { MediaPart, ModelProfile, Policy, Turn } from '@interlingua/core'
import {
  answerTranslation,
  arbitraryRequest,
  arbitraryResponse,
  createTestContext,
  messageOf,
  requestTranslation,
  setAt,
} from '@interlingua/testkit'
import fc from 'fast-check'
import { equalRequests } from './equivalence-cases.ts'
import { formatPairs } from './format-pairs.ts'
import { formatIds, formats } from './formats.ts'
import { toolSchemas } from './tools/tool-schemas.ts'
import type { FormatId } from './format-id.ts'
import { entriesOf } from './coverage-group.ts'
import { coverages } from './coverages.ts'
import { optionCodes } from './option-codes.ts'
import { ownCorpus } from './own-corpus.ts'
import { pairOf } from './pair-of.ts'
import { translateCase } from './translate-case.ts'
import { vendors } from './vendors.ts'

/** Notice codes that some case reaches: wire examples, ledgers, cells, and canonical values that no wire format can express. */
export function reachedCodes(): ReadonlySet<string> {
  const codes = new Set<string>()
  for (const [source, target] of formatPairs) addWireCodes(source, target, codes)
  for (const target of formatIds) addCanonicalCodes(target, codes)
  for (const target of formatIds) addMediaCodes(target, codes)
  for (const target of formatIds) for (const code of optionCodes(target)) codes.add(code)
  addImageCodes(codes)
  addFunctionCodes(codes)
  return codes
}

function addWireCodes(source: FormatId, target: FormatId, codes: Set<string>): void {
  const pair = pairOf(source, target)
  // Most models of OpenAI refuse cache marks, so codes for the others need a profile.
  const marked = { ...pair, targetContext: { model: { format: target, pattern: '*', asOf: '2026-11-23', cacheMarks: true } } }
  for (const { notices } of ownCorpus(source).flatMap((recording) => [
    ...translateCase(recording, pair),
    ...translateCase(recording, marked),
  ]))
    for (const { code } of notices) codes.add(code)
  const [request, answer] = [requestTranslation(pair, formats[source].headers), answerTranslation(pair)]
  const documents = [
    ...coverages[source].request.flatMap(entriesOf).map(({ base, path, value }) => request(setAt(base ?? {}, path, value))),
    ...coverages[source].answer.flatMap(entriesOf).map(({ base, path, value }) => answer(setAt(base ?? {}, path, value))),
    ...equalRequests.flatMap(({ spelled }) => (spelled[source] === undefined ? [] : [request(spelled[source])])),
  ]
  for (const done of documents) if (done.type === 'done') for (const { code } of done.notices) codes.add(code)
}

/** Adds codes for models that make images of one size, which only contents knows. */
function addImageCodes(codes: Set<string>): void {
  const { adapter } = formats.contents
  const model = { format: 'contents', pattern: '*', asOf: '2026-11-21', images: { aspectRatios: ['1:1'], sizes: [] } }
  const { context, notices } = createTestContext({ model })
  const body = { contents: [{ parts: [{ text: 'a red kite' }] }], generationConfig: { imageConfig: { imageSize: '2K' } } }
  const message = { path: '/v1beta/models/m:generateContent', query: {}, headers: {}, body }
  adapter.lowerRequest(adapter.decodeRequest(adapter.parseRequest(message, context), context), context)
  for (const { code } of notices) codes.add(code)
}

/** Adds codes for a client that declares `functions`, and for a response with two calls. */
function addFunctionCodes(codes: Set<string>): void {
  const { adapter } = formats.chat
  const { context, notices } = createTestContext()
  const body = { model: 'm', messages: [{ role: 'user', content: 'go' }], functions: [{ name: 'a', parameters: { type: 'object' } }] }
  const message = { path: '/v1/chat/completions', query: {}, headers: {}, body }
  const request = adapter.decodeRequest(adapter.parseRequest(message, context), context)
  const parts = [...call('a').parts, ...call('a').parts]
  adapter.encodeResponse({ id: 'x', model: 'm', status: 'completed', candidates: [{ index: 0, parts }] }, context, { request })
  for (const { code } of notices) codes.add(code)
}

const image = (mime: string): MediaPart => ({ type: 'media', kind: 'image', source: { type: 'inline', mime, base64: 'iVBORw0KGgo=' } })

/** Adds codes for models that take few and small images, which need a profile. */
function addMediaCodes(target: FormatId, codes: Set<string>): void {
  const failed: Turn = { author: 'user', parts: [{ type: 'tool-result', callId: '0', isError: true, parts: [image('image/png')] }] }
  const svg: MediaPart = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/svg+xml', base64: 'PHN2Zy8+' } }
  const turns: readonly Turn[] = [says('go'), call('a'), failed, { author: 'user', parts: [image('image/jpeg'), svg] }]
  for (const imageLimit of [{}, { bytes: 5 }, { count: 0 }]) {
    const model = { format: target, pattern: '*', asOf: '2026-11-23', resultMedia: false, imageLimit }
    const { context, notices } = createTestContext({ model })
    formats[target].adapter.lowerRequest({ model: 'demo', turns }, context)
    for (const { code } of notices) codes.add(code)
  }
}

const policies: readonly Partial<Policy>[] = [
  {},
  { hostedTools: 'drop', foreignReasoning: 'as-text', prefill: 'instruct', orphanCalls: 'drop' },
  { hostedTools: 'reject', prefill: 'reject', orphanCalls: 'reject', carryForeignSeals: false },
]

const facts: readonly Partial<ModelProfile>[] = [
  {},
  {
    sampling: false,
    forcedTool: false,
    prefill: false,
    instructionTurns: false,
    media: [],
    stopLimit: 0,
    toolNameLimit: 8,
    maxOutput: 100,
  },
  { efforts: ['low', 'medium'], reasoning: ['adaptive', 'off'], prefill: false, stopLimit: 2, maxOutput: 50_000 },
  { efforts: [], reasoning: [], schemaDialect: 'none', media: ['image'] },
  { reasoning: ['on', 'off'], maxOutput: 8_192, prefill: false },
  { effortWithTools: 'none', hostedTools: [] },
  { cacheMarks: true, forcedToolWithReasoning: false, formatWithReasoning: false },
  { tools: false, formatWithTools: false },
  { toolLimit: 1, namedTool: false },
  { candidateLimit: 1, mixedTools: false, callIds: false, needsSeal: true },
]

const call = (name: string): Turn => ({
  author: 'assistant',
  parts: [{ type: 'tool-call', callId: '0', name, kind: 'function', arguments: '{}' }],
})
const says = (text: string): Turn => ({ author: 'user', parts: [{ type: 'text', text }] })
const result = (...texts: readonly string[]): Turn => ({
  author: 'user',
  parts: texts.map((text) => ({ type: 'tool-result', callId: '0', parts: [{ type: 'text', text }] })),
})

/** Histories with one id for several calls: a repeated call, a repeated or different result, and a late one. */
const reusedIds: readonly (readonly Turn[])[] = [
  [says('go'), call('a'), call('a'), result('x')],
  [says('go'), call('a'), result('x', 'x')],
  [says('go'), call('a'), result('x', 'y')],
  [says('go'), call('a'), says('wait'), call('b'), result('y', 'x')],
]

function addCanonicalCodes(target: FormatId, codes: Set<string>): void {
  const { adapter } = formats[target]
  for (const dialect of target === 'chat' ? [{}, { propertyKeys: 64 }] : [{}])
    for (const { schema } of toolSchemas) {
      const { context, notices } = createTestContext({ dialect })
      adapter.lowerRequest({ model: 'demo', turns: [says('go')], tools: [{ type: 'function', name: 'f', schema }] }, context)
      for (const { code } of notices) codes.add(code)
    }
  const settings = { seed: 20_261_121, numRuns: 1_500 }
  fc.sample(arbitraryRequest, settings).forEach((request, i) => {
    const policy = { ...defaultPolicy, ...policies[i % policies.length] }
    const model = { format: target, pattern: '*', asOf: '2026-11-21', ...facts[Math.floor(i / policies.length) % facts.length] }
    const { context, notices } = createTestContext({
      policy,
      model,
      dialect: vendors[target][Math.floor(i / 18) % vendors[target].length] ?? {},
    })
    try {
      adapter.lowerRequest(request, context)
    } catch (error) {
      if (!isInterlinguaError(error)) throw error
    }
    for (const { code } of notices) codes.add(code)
  })
  for (const turns of reusedIds) {
    const { context, notices } = createTestContext()
    adapter.lowerRequest({ model: 'demo', turns }, context)
    for (const { code } of notices) codes.add(code)
  }
  // Pairs a client of a format with an upstream of the same format at another vendor.
  for (const dialect of vendors[target]) {
    for (const recording of ownCorpus(target)) {
      const message = messageOf(recording)
      if (message === undefined) continue
      const { context, notices } = createTestContext({ dialect })
      try {
        adapter.lowerRequest(adapter.decodeRequest(adapter.parseRequest(message, context), context), context)
      } catch (error) {
        if (!isInterlinguaError(error)) throw error
      }
      for (const { code } of notices) codes.add(code)
    }
  }
  for (const response of fc.sample(arbitraryResponse, settings)) {
    const { context, notices } = createTestContext()
    adapter.encodeResponse(response, context)
    for (const { code } of notices) codes.add(code)
  }
}
