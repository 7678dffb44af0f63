import { createFateWalker } from '@interlingua/core'
import type { Fates, FateTables, Tool } from '@interlingua/core'
import { notice } from './notices.ts'

type Code = Parameters<typeof notice>[0]
type PartTables = FateTables<Code>['parts']

const tool = { name: 'carried', namespace: 'tool-name', description: 'carried', deferred: 'carried', cache: 'carried' } as const
const node = { itemId: 'carried', seal: 'carried', cache: 'carried' } as const

const tools: { readonly [T in Tool['type']]: Fates<Extract<Tool, { type: T }>, Code> } = {
  function: { ...tool, schema: 'carried', strict: 'carried', resultSchema: 'tool-result-schema', examples: 'carried' },
  custom: { ...tool, grammar: 'tool-grammar' },
  builtin: {
    ...tool,
    description: 'hosted-tool',
    family: 'carried',
    version: 'carried',
    runsOn: 'carried',
    format: 'carried',
    config: 'carried',
  },
}

const parts: PartTables = {
  text: { ...node, seal: 'foreign-seal', text: 'carried', citations: 'carried', logprobs: 'logprobs' },
  refusal: { ...node, seal: 'foreign-seal', text: 'carried' },
  reasoning: { ...node, cache: 'cache-place', segments: 'carried', redacted: 'carried' },
  'tool-call': {
    ...node,
    seal: 'foreign-seal',
    callId: 'carried',
    name: 'carried',
    namespace: 'carried',
    kind: 'carried',
    arguments: 'carried',
    caller: 'carried',
  },
  // `name` is that of the call, which says it.
  'tool-result': {
    ...node,
    seal: 'foreign-seal',
    callId: 'carried',
    name: 'carried',
    isError: 'carried',
    parts: 'carried',
    structured: 'carried', // lowering wrote it out
  },
  'hosted-call': {
    ...node,
    seal: 'foreign-seal',
    callId: 'carried',
    family: 'carried',
    server: 'carried',
    name: 'carried',
    arguments: 'carried',
    status: 'carried',
  },
  'hosted-result': { ...node, seal: 'foreign-seal', callId: 'carried', isError: 'carried', errorCode: 'carried', parts: 'carried' },
  approval: 'approval',
  compaction: { ...node, text: 'carried' },
  media: {
    ...node,
    seal: 'foreign-seal',
    kind: 'carried',
    source: 'carried',
    detail: 'media-detail',
    clip: 'media-clip',
    transcript: 'transcript',
  },
  document: { ...node, seal: 'foreign-seal', source: 'carried', title: 'carried', context: 'carried', citable: 'carried' },
  'search-result': { ...node, seal: 'foreign-seal', url: 'carried', title: 'carried', parts: 'carried', citable: 'carried' },
  'file-reference': { ...node, seal: 'foreign-seal', fileId: 'carried' },
  opaque: { ...node, format: 'carried', wire: 'carried' },
}

/** What becomes of each canonical field, after lowering. */
export const fates = createFateWalker('messages', notice, 'foreign-field', {
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
    safety: 'safety',
    serviceTier: 'carried',
    user: 'carried',
    metadata: 'metadata',
    stream: 'carried',
  },
  turn: { author: 'carried', authority: 'carried', changes: 'carried', parts: 'carried', items: 'carried' },
  changes: { addTools: 'tool-changes', removeTools: 'tool-removals', reasoning: 'carried', format: 'carried' },
  // An item id joins parts of other formats; here it says nothing that is not said by order.
  item: { id: 'carried', phase: 'item-phase' },
  output: {
    maxTokens: 'carried',
    stop: 'carried',
    candidates: 'candidates',
    modalities: 'modalities',
    format: 'carried',
    verbosity: 'verbosity',
    logprobs: 'logprobs',
    audio: 'modalities',
    image: 'modalities',
  },
  sampling: {
    temperature: 'carried',
    topP: 'carried',
    topK: 'carried',
    seed: 'seed',
    frequencyPenalty: 'penalty',
    presencePenalty: 'penalty',
    logitBias: 'logit-bias',
  },
  reasoning: { mode: 'carried', effort: 'carried', budgetTokens: 'carried', summary: 'carried' },
  cache: { auto: 'carried', key: 'cache-options', mode: 'cache-options', retention: 'cache-options', content: 'cached-content' },
  state: {
    previousResponse: 'server-state',
    conversation: 'server-state',
    prompt: 'server-state',
    container: 'carried',
    thread: 'carried',
    store: 'store',
    background: 'background',
  },
  toolChoice: { mode: 'carried', only: 'carried', checked: 'tool-choice-checked', parallel: 'carried' },
  tools,
  parts,
  citation: {
    source: 'carried',
    uri: 'carried',
    fileId: 'carried',
    title: 'carried',
    citedText: 'carried',
    range: 'carried',
    span: 'citation-span',
  },
  response: {
    id: 'carried',
    model: 'carried',
    // A moment that nobody asked for: every answer of another format has one, and none is missed.
    createdAt: 'carried',
    status: 'carried',
    candidates: 'carried',
    usage: 'carried',
    failure: 'carried',
    serviceTier: 'carried',
  },
  candidate: { index: 'carried', parts: 'carried', items: 'carried', finish: 'carried', logprobs: 'logprobs' },
  finish: { unified: 'carried', raw: 'carried', sequence: 'carried', refusal: 'carried', message: 'finish-message' },
  usage: { input: 'carried', output: 'carried', requests: 'carried', extra: 'carried', raw: 'carried' },
  inputUsage: {
    total: 'carried',
    fresh: 'carried',
    cacheRead: 'carried',
    cacheWrite: 'carried',
    cacheWriteByTtl: 'carried',
    toolUse: 'carried',
    byModality: 'usage-detail',
  },
  outputUsage: { total: 'carried', reasoning: 'carried', byModality: 'usage-detail', prediction: 'usage-detail' },
})
