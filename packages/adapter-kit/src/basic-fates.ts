import { fates, textBase, type FateTables } from '@interlingua/core/adapter'
import type { BasicCode } from './basic-notices.ts'

const beside = { seal: 'foreign-seal', cache: 'cache-mark' } as const
const turnSettings = {
  addTools: 'turn-settings',
  removeTools: 'turn-settings',
  reasoning: 'turn-settings',
  format: 'turn-settings',
} as const

/**
 * The fate of each field of the model in a format that carries text, function tools, a token limit, stop sequences, temperature and top-p.
 * A format that carries more overrides what it carries: `{ ...basicFates, output: { ...basicFates.output, stop: 'carried' } }`.
 */
export const basicFates = fates<FateTables<BasicCode>>()(textBase, {
  request: { reasoning: 'reasoning-control', serviceTier: 'service-tier', safety: 'safety', user: 'user', metadata: 'metadata' },
  turn: { changes: 'turn-settings' },
  changes: turnSettings,
  item: { phase: 'item-phase' },
  output: {
    stop: 'carried',
    candidates: 'candidates',
    modalities: 'modality',
    format: 'format-json-asked',
    verbosity: 'verbosity',
    logprobs: 'logprobs',
    audio: 'modality',
    image: 'modality',
  },
  sampling: { topK: 'top-k', seed: 'seed', frequencyPenalty: 'penalty', presencePenalty: 'penalty', logitBias: 'logit-bias' },
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
    custom: { namespace: 'tools', cache: 'tools', grammar: 'tools' },
    builtin: { namespace: 'tools', cache: 'tools', description: 'tools' },
  },
  parts: {
    text: { ...beside, citations: 'citation', logprobs: 'logprobs' },
    refusal: beside,
    'tool-call': { ...beside, caller: 'caller' },
    'tool-result': beside,
    opaque: beside,
    media: 'media-kind',
    document: 'document-type',
    reasoning: 'foreign-reasoning',
    'hosted-call': 'hosted-part',
    'hosted-result': 'hosted-part',
    approval: 'approval',
    compaction: 'compaction',
    'file-reference': 'file-id',
    'search-result': 'search-result',
  },
  citation: { citedText: 'citation', range: 'citation', span: 'citation' },
  response: { serviceTier: 'service-tier' },
  candidate: { logprobs: 'logprobs' },
  finish: { sequence: 'finish-detail', refusal: 'finish-detail', message: 'finish-detail' },
  usage: { requests: 'usage-detail', extra: 'usage-detail' },
  inputUsage: { cacheWriteByTtl: 'usage-detail', byModality: 'usage-detail' },
  outputUsage: { reasoning: 'usage-detail', byModality: 'usage-detail', prediction: 'usage-detail' },
})
