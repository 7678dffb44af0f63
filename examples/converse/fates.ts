import { createFateWalker, fates, textBase, type FateTables } from '@interlingua/core'
import { notice, type Code } from './notices.ts'
import { format } from './wire.ts'

const media = { audio: 'modality', image: 'modality' } as const
const beside = { seal: 'foreign-seal', cache: 'cache-mark' } as const

/** What becomes of each field of the model after lowering. A new field does not compile here until its fate is chosen. */
const tables = fates<FateTables<Code>>()(textBase, {
  request: { reasoning: 'option', serviceTier: 'option', safety: 'option', user: 'user', metadata: 'option' },
  turn: { changes: 'turn-settings' },
  changes: { addTools: 'turn-settings', removeTools: 'turn-settings', reasoning: 'turn-settings', format: 'turn-settings' },
  item: { phase: 'item-phase' },
  output: {
    stop: 'carried',
    candidates: 'candidates',
    modalities: 'modality',
    format: 'option',
    verbosity: 'option',
    logprobs: 'option',
    ...media,
  },
  sampling: { topK: 'option', seed: 'option', frequencyPenalty: 'option', presencePenalty: 'option', logitBias: 'option' },
  cache: { auto: 'cache-auto', key: 'cache-options', mode: 'cache-options', retention: 'cache-options', content: 'cached-content' },
  state: {
    previousResponse: 'server-state',
    conversation: 'server-state',
    prompt: 'server-state',
    thread: 'server-state',
    container: 'container',
    store: 'store',
    background: 'background',
  },
  toolChoice: { checked: 'tool-choice-checked', parallel: 'tool-parallel' },
  tools: {
    function: {
      namespace: 'tool-name',
      cache: 'cache-mark',
      deferred: 'tool-deferred',
      resultSchema: 'tool-result-schema',
      examples: 'tool-examples',
    },
    custom: { namespace: 'tool', cache: 'tool', grammar: 'tool' },
    builtin: { namespace: 'tool', cache: 'tool', description: 'tool' },
  },
  parts: {
    text: { ...beside, citations: 'citation', logprobs: 'option' },
    refusal: beside,
    'tool-call': { ...beside, caller: 'caller' },
    'tool-result': beside,
    opaque: beside,
    media: 'part',
    document: 'part',
    reasoning: 'foreign-reasoning',
    'hosted-call': 'hosted-part',
    'hosted-result': 'hosted-part',
    approval: 'approval',
    compaction: 'part',
    'file-reference': 'part',
    'search-result': 'part',
  },
  citation: { citedText: 'citation', range: 'citation', span: 'citation' },
  response: { serviceTier: 'option' }, // an answer has no id, model or time: nobody asked for them, and none is missed
  candidate: { logprobs: 'option' },
  finish: { sequence: 'finish-detail', refusal: 'finish-detail', message: 'finish-detail' },
  usage: { requests: 'usage-detail', extra: 'usage-detail' },
  inputUsage: { cacheWriteByTtl: 'usage-detail', byModality: 'usage-detail' },
  outputUsage: { reasoning: 'usage-detail', byModality: 'usage-detail', prediction: 'usage-detail' },
})

export const walker = createFateWalker(format, notice, 'foreign-field', tables)
