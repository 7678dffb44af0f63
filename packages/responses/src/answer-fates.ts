import { createFateWalker } from '@interlingua/core'
import type { FateTables } from '@interlingua/core'
import { format } from './extension.ts'
import { requestFates } from './fates.ts'
import { notice } from './notices.ts'

type Code = Parameters<typeof notice>[0]

const node = { itemId: 'carried', seal: 'carried', cache: 'carried' } as const

/** What becomes of each canonical field of an answer. What depends on a value is reported where the value is looked at. */
const answerFates: FateTables<Code> = {
  ...requestFates,
  parts: {
    text: { ...node, text: 'carried', citations: 'carried', logprobs: 'carried' },
    refusal: { ...node, text: 'carried' },
    reasoning: { ...node, segments: 'carried', redacted: 'carried' },
    'tool-call': {
      ...node,
      callId: 'carried',
      name: 'carried',
      namespace: 'carried',
      kind: 'carried',
      arguments: 'carried',
      caller: 'carried',
    },
    'tool-result': { ...node, callId: 'carried', name: 'carried', isError: 'carried', parts: 'carried', structured: 'carried' },
    'hosted-call': {
      ...node,
      callId: 'carried',
      family: 'carried',
      server: 'carried',
      name: 'carried',
      arguments: 'carried',
      status: 'carried',
    },
    'hosted-result': { ...node, callId: 'carried', isError: 'carried', errorCode: 'carried', parts: 'carried' },
    approval: { ...node, requestId: 'carried', direction: 'carried', approve: 'carried' },
    compaction: { ...node, text: 'carried' },
    media: { ...node, kind: 'carried', source: 'carried', detail: 'carried', clip: 'carried', transcript: 'carried' },
    document: 'answer-part',
    'search-result': { ...node, url: 'carried', title: 'hosted-form', parts: 'carried', citable: 'carried' },
    'file-reference': 'answer-part',
    opaque: { ...node, format: 'carried', wire: 'carried' },
  },
  citation: {
    source: 'carried',
    uri: 'carried',
    fileId: 'carried',
    title: 'carried',
    citedText: 'carried',
    range: 'carried',
    span: 'carried',
  },
  response: {
    id: 'carried',
    model: 'carried',
    createdAt: 'carried',
    status: 'carried',
    candidates: 'carried',
    usage: 'carried',
    failure: 'carried',
    serviceTier: 'carried',
  },
  candidate: { index: 'carried', parts: 'carried', items: 'carried', finish: 'carried', logprobs: 'logprobs' },
  finish: { unified: 'carried', raw: 'carried', sequence: 'carried', refusal: 'carried', message: 'carried' },
  usage: { input: 'carried', output: 'carried', requests: 'carried', extra: 'carried', raw: 'carried' },
  inputUsage: {
    total: 'carried',
    fresh: 'carried',
    cacheRead: 'carried',
    cacheWrite: 'carried',
    cacheWriteByTtl: 'carried',
    toolUse: 'carried',
    byModality: 'carried',
  },
  outputUsage: { total: 'carried', reasoning: 'carried', byModality: 'carried', prediction: 'carried' },
}

export const fates = createFateWalker(format, notice, 'foreign-extension', answerFates)
