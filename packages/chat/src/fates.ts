import type { FateTables, Fates, Finish } from '@interlingua/core'
import type { notice } from './notices.ts'

type Code = keyof typeof notice.table
type PartFates = FateTables<Code>['parts']

const partBase = { itemId: 'carried', seal: 'seal', cache: 'carried' } as const
const toolBase = { name: 'carried', namespace: 'carried', description: 'carried', deferred: 'carried', cache: 'carried' } as const
const unknownChange = { addTools: 'turn-changes', removeTools: 'turn-changes', reasoning: 'turn-changes', format: 'turn-changes' } as const

const requestParts: PartFates = {
  text: { ...partBase, text: 'carried', citations: 'carried', logprobs: 'token-logprobs' },
  media: { ...partBase, kind: 'carried', source: 'carried', detail: 'carried', clip: 'media-clip', transcript: 'media-transcript' },
  document: { ...partBase, source: 'carried', title: 'carried', context: 'carried', citable: 'citable' },
  reasoning: { ...partBase, seal: 'carried', segments: 'carried', redacted: 'carried' },
  'tool-call': {
    ...partBase,
    cache: 'cache-mark',
    callId: 'carried',
    name: 'carried',
    namespace: 'carried',
    kind: 'carried',
    arguments: 'carried',
    caller: 'caller',
  },
  'tool-result': { ...partBase, callId: 'carried', name: 'carried', isError: 'carried', parts: 'carried', structured: 'carried' },
  refusal: { ...partBase, cache: 'cache-mark', text: 'carried' },
  opaque: { ...partBase, format: 'carried', wire: 'carried' },
  // Lowering turned these into something else, or reported them.
  'hosted-call': 'hosted-call',
  'hosted-result': 'hosted-call',
  approval: 'turn-part',
  compaction: 'turn-part',
  'file-reference': 'file-id',
  'search-result': 'turn-part',
}

const answerParts: PartFates = {
  ...requestParts,
  text: { ...partBase, cache: 'cache-mark', text: 'carried', citations: 'carried', logprobs: 'carried' },
  media: {
    ...partBase,
    cache: 'cache-mark',
    kind: 'carried',
    source: 'carried',
    detail: 'media-detail',
    clip: 'media-clip',
    transcript: 'carried',
  },
  document: 'answer-part',
  'tool-result': 'answer-part',
  approval: 'answer-part',
  compaction: 'answer-part',
  'file-reference': 'answer-part',
  'search-result': 'answer-part',
}

const finish: Fates<Finish, Code> = {
  unified: 'carried',
  raw: 'carried',
  sequence: 'finish-detail',
  refusal: 'finish-detail',
  message: 'finish-detail',
}

/** What becomes of each canonical field in a request, once lowering is done with it. */
export const requestFates: FateTables<Code> = {
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
    metadata: 'carried',
    stream: 'carried',
  },
  turn: { author: 'carried', authority: 'carried', changes: 'carried', parts: 'carried', items: 'carried' },
  changes: unknownChange,
  // An item id joins parts of other formats; here it says nothing that is not said by order.
  item: { id: 'carried', phase: 'item-phase' },
  output: {
    maxTokens: 'carried',
    stop: 'carried',
    candidates: 'carried',
    modalities: 'carried',
    format: 'carried',
    verbosity: 'carried',
    logprobs: 'carried',
    audio: 'carried',
    image: 'image-output',
  },
  sampling: {
    temperature: 'carried',
    topP: 'carried',
    topK: 'carried',
    seed: 'carried',
    frequencyPenalty: 'carried',
    presencePenalty: 'carried',
    logitBias: 'carried',
  },
  reasoning: { mode: 'carried', effort: 'carried', budgetTokens: 'carried', summary: 'carried' },
  cache: { auto: 'cache-auto', key: 'carried', mode: 'carried', retention: 'carried', content: 'cached-content' },
  state: {
    previousResponse: 'server-state',
    conversation: 'server-state',
    prompt: 'server-state',
    container: 'container',
    thread: 'server-state',
    store: 'carried',
    background: 'background',
  },
  toolChoice: { mode: 'carried', only: 'carried', checked: 'tool-choice-checked', parallel: 'carried' },
  tools: {
    function: { ...toolBase, schema: 'carried', strict: 'carried', resultSchema: 'tool-result-schema', examples: 'tool-examples' },
    custom: { ...toolBase, grammar: 'carried' },
    builtin: { ...toolBase, family: 'carried', version: 'carried', runsOn: 'carried', format: 'carried', config: 'carried' },
  },
  parts: requestParts,
  // What is reported of citations and usage depends on their values: report-response.ts.
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
  finish,
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

/** The same for an answer. */
export const answerFates: FateTables<Code> = { ...requestFates, parts: answerParts }
