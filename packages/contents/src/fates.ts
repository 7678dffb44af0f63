import { createFateWalker } from '@interlingua/core'
import type { Fates, FateTables, Tool } from '@interlingua/core'
import { notice } from './notices.ts'

type Code = Parameters<typeof notice>[0]
type PartTables = FateTables<Code>['parts']

// What lowering takes away, with its notice, is not looked for again on every part of a conversation.
const tool = { name: 'carried', namespace: 'carried', description: 'carried', deferred: 'carried', cache: 'carried' } as const
const node = { itemId: 'carried', seal: 'carried', cache: 'carried' } as const

const tools: { readonly [T in Tool['type']]: Fates<Extract<Tool, { type: T }>, Code> } = {
  function: { ...tool, schema: 'carried', strict: 'carried', resultSchema: 'carried', examples: 'carried' },
  custom: { ...tool, grammar: 'tool-grammar' },
  builtin: {
    ...tool,
    description: 'hosted-option',
    family: 'carried',
    version: 'carried',
    runsOn: 'carried',
    format: 'carried',
    config: 'carried',
  },
}

const parts: PartTables = {
  text: { ...node, text: 'carried', citations: 'carried', logprobs: 'logprobs' },
  refusal: { ...node, text: 'carried' },
  reasoning: { ...node, segments: 'carried', redacted: 'carried' },
  'tool-call': {
    ...node,
    callId: 'carried',
    name: 'carried',
    namespace: 'carried',
    kind: 'carried',
    arguments: 'carried',
    caller: 'caller',
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
  approval: 'approval',
  compaction: 'compaction',
  media: { ...node, kind: 'carried', source: 'carried', detail: 'carried', clip: 'carried', transcript: 'transcript' },
  document: {
    ...node,
    source: 'carried',
    title: 'document-title',
    context: 'document-context',
    citable: 'document-citations',
  },
  'search-result': 'search-result',
  'file-reference': 'file-id',
  opaque: { ...node, cache: 'carried', format: 'carried', wire: 'carried' },
}

const tables: FateTables<Code> = {
  request: {
    model: 'carried',
    turns: 'carried',
    tools: 'carried',
    toolChoice: 'carried',
    output: 'carried',
    sampling: 'carried',
    reasoning: 'carried',
    cache: 'carried',
    state: 'carried',
    safety: 'carried',
    serviceTier: 'carried',
    user: 'user',
    metadata: 'carried',
    stream: 'carried',
  },
  turn: { author: 'carried', authority: 'carried', changes: 'carried', parts: 'carried', items: 'carried' },
  changes: { addTools: 'tool-changes', removeTools: 'tool-removed', reasoning: 'turn-settings', format: 'turn-settings' },
  // An item id joins parts of other formats; here it says nothing that is not said by order.
  item: { id: 'carried', phase: 'item-phase' },
  output: {
    maxTokens: 'carried',
    stop: 'carried',
    candidates: 'carried',
    modalities: 'carried',
    format: 'carried',
    verbosity: 'verbosity',
    logprobs: 'carried',
    audio: 'carried',
    image: 'carried',
  },
  sampling: {
    temperature: 'carried',
    topP: 'carried',
    topK: 'carried',
    seed: 'carried',
    frequencyPenalty: 'carried',
    presencePenalty: 'carried',
    logitBias: 'logit-bias',
  },
  reasoning: { mode: 'carried', effort: 'carried', budgetTokens: 'carried', summary: 'carried' },
  cache: { auto: 'cache-options', key: 'cache-options', mode: 'cache-options', retention: 'cache-options', content: 'carried' },
  state: {
    previousResponse: 'server-state',
    conversation: 'server-state',
    prompt: 'server-state',
    container: 'container',
    thread: 'server-state',
    store: 'carried',
    background: 'background',
  },
  toolChoice: { mode: 'carried', only: 'carried', checked: 'carried', parallel: 'tool-parallel' },
  tools,
  parts,
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
  candidate: { index: 'carried', parts: 'carried', items: 'carried', finish: 'carried', logprobs: 'carried' },
  finish: { unified: 'carried', raw: 'carried', sequence: 'finish-detail', refusal: 'finish-detail', message: 'carried' },
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

/** What becomes of each canonical field of a request, after lowering. */
export const fates = createFateWalker('contents', notice, 'foreign-field', tables)

/** The same for an answer; what depends on values is told by report-answer.ts. */
export const answerFates = createFateWalker('contents', notice, 'foreign-field', {
  ...tables,
  parts: {
    ...parts,
    text: { ...node, text: 'carried', citations: 'carried', logprobs: 'carried' },
    approval: 'answer-part',
    compaction: 'answer-part',
    'search-result': 'answer-part',
    'file-reference': 'answer-part',
  },
})
