import { createFateWalker, fates as fatesOf, textBase } from '@interlingua/core/adapter'
import type { FateTables } from '@interlingua/core/adapter'
import { notice } from './notices.ts'

type Code = Parameters<typeof notice>[0]

const tool = { namespace: 'tool-name', cache: 'carried' } as const
const node = { seal: 'foreign-seal', cache: 'carried' } as const

const tables = fatesOf<FateTables<Code>>()(textBase, {
  request: { safety: 'safety', user: 'carried', metadata: 'metadata' },
  changes: { addTools: 'tools-added', removeTools: 'tools-removed', reasoning: 'carried', format: 'carried' },
  // An item id joins parts in other formats; here their order says the same.
  item: { phase: 'item-phase' },
  output: {
    stop: 'carried',
    candidates: 'candidates',
    modalities: 'modality',
    verbosity: 'verbosity',
    logprobs: 'logprobs',
    audio: 'modality',
    image: 'modality',
  },
  sampling: { topK: 'carried', seed: 'seed', frequencyPenalty: 'penalty', presencePenalty: 'penalty', logitBias: 'logit-bias' },
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
  toolChoice: { checked: 'tool-choice-checked', parallel: 'carried' },
  tools: {
    function: { ...tool, resultSchema: 'tool-result-schema', examples: 'carried' },
    custom: { ...tool, grammar: 'tool-grammar' },
    builtin: { ...tool, description: 'hosted-tool' },
  },
  parts: {
    text: { ...node, logprobs: 'logprobs' },
    refusal: node,
    reasoning: { cache: 'cache-mark' },
    'tool-call': { ...node, caller: 'carried' },
    // `name` repeats that of the call; a structured result was written out by lowering.
    'tool-result': node,
    'hosted-call': node,
    'hosted-result': node,
    approval: 'approval',
    compaction: { itemId: 'carried', seal: 'carried', cache: 'carried', text: 'carried' },
    media: { ...node, detail: 'media-detail', clip: 'media-clip', transcript: 'transcript' },
    document: { seal: 'foreign-seal', title: 'carried', context: 'carried', citable: 'carried' },
    'search-result': { ...node, itemId: 'carried', url: 'carried', title: 'carried', parts: 'carried', citable: 'carried' },
    'file-reference': { ...node, itemId: 'carried', fileId: 'carried' },
    opaque: { seal: 'carried', cache: 'carried' },
  },
  citation: { citedText: 'carried', range: 'carried', span: 'citation-span' },
  response: { createdAt: 'carried' }, // the wire has no time, and no client misses it
  candidate: { logprobs: 'logprobs' },
  finish: { sequence: 'carried', refusal: 'carried', message: 'finish-detail' },
  inputUsage: { byModality: 'usage-detail' },
  outputUsage: { byModality: 'usage-detail', prediction: 'usage-detail' },
})

/** Walker over the fates of the canonical fields, after lowering. */
export const fates = createFateWalker('messages', notice, 'foreign-field', tables)
