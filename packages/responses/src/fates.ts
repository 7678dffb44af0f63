import { createFateWalker, fates as fatesOf, textBase } from '@interlingua/core/adapter'
import type { FateTables } from '@interlingua/core/adapter'
import { format } from './extension.ts'
import { notice } from './notices.ts'

type Code = Parameters<typeof notice>[0]

const tool = { namespace: 'carried', cache: 'cache-mark' } as const
const node = { seal: 'foreign-seal', cache: 'cache-mark' } as const

/** Fates of the canonical fields of a lowered request. */
export const requestFates = fatesOf<FateTables<Code>>()(textBase, {
  request: { safety: 'safety', user: 'carried', metadata: 'carried' },
  changes: { addTools: 'carried', removeTools: 'tools-removed', reasoning: 'carried', format: 'carried' },
  item: { phase: 'carried' },
  output: {
    stop: 'carried',
    candidates: 'candidates',
    modalities: 'modality',
    verbosity: 'carried',
    logprobs: 'carried',
    audio: 'modality',
    image: 'modality',
  },
  sampling: { topK: 'top-k', seed: 'seed', frequencyPenalty: 'carried', presencePenalty: 'carried', logitBias: 'logit-bias' },
  cache: { auto: 'cache-auto', key: 'carried', mode: 'carried', retention: 'carried', content: 'cached-content' },
  state: {
    previousResponse: 'carried',
    conversation: 'carried',
    prompt: 'carried',
    container: 'container',
    thread: 'server-state',
    store: 'carried',
    background: 'carried',
  },
  toolChoice: { checked: 'tool-choice-checked', parallel: 'carried' },
  tools: {
    function: { ...tool, resultSchema: 'carried', examples: 'tool-examples' },
    custom: { ...tool, grammar: 'carried' },
    builtin: { ...tool, description: 'carried' },
  },
  parts: {
    text: { ...node, cache: 'carried', logprobs: 'carried' },
    refusal: node,
    reasoning: { cache: 'cache-mark' },
    'tool-call': { ...node, caller: 'carried' },
    // `name` repeats that of the call.
    'tool-result': node,
    'hosted-call': node,
    'hosted-result': node,
    approval: { ...node, itemId: 'carried', requestId: 'carried', direction: 'carried', approve: 'carried' },
    compaction: { itemId: 'carried', seal: 'carried', cache: 'cache-mark', text: 'carried' },
    media: { ...node, cache: 'carried', detail: 'carried', clip: 'media-clip', transcript: 'media-transcript' },
    document: { seal: 'foreign-seal', title: 'carried', context: 'carried', citable: 'document-citations' },
    'search-result': 'search-result',
    'file-reference': 'file-id',
    opaque: node,
  },
  citation: { citedText: 'citation-detail', range: 'citation-detail', span: 'carried' },
  candidate: { logprobs: 'carried' },
  finish: { sequence: 'carried', refusal: 'carried', message: 'carried' },
  inputUsage: { byModality: 'carried' },
  outputUsage: { byModality: 'carried', prediction: 'carried' },
})

export const fates = createFateWalker(format, notice, 'foreign-field', requestFates)
