import { createFateWalker, fates as fatesOf, textBase } from '@interlingua/core/adapter'
import type { FateTables, OwnFates } from '@interlingua/core/adapter'
import { notice } from './notices.ts'

type Code = Parameters<typeof notice>[0]
type PartTables = FateTables<Code>['parts']

// Fields that lowering has removed with a notice, so that the walker need not search each part for them.
const tool = { namespace: 'carried', cache: 'carried' } as const
const node = { seal: 'carried', cache: 'carried' } as const

const parts: OwnFates<PartTables, typeof textBase.parts> = {
  text: { ...node, logprobs: 'logprobs-place' },
  refusal: node,
  reasoning: { cache: 'carried' },
  'tool-call': { ...node, caller: 'caller' },
  'tool-result': node,
  'hosted-call': node,
  'hosted-result': node,
  approval: 'approval',
  compaction: 'compaction',
  media: { ...node, detail: 'carried', clip: 'carried', transcript: 'transcript' },
  document: { seal: 'carried', title: 'document-title', context: 'document-context', citable: 'document-citations' },
  'search-result': 'search-result',
  'file-reference': 'file-id',
  opaque: node,
}

const tables = fatesOf<FateTables<Code>>()(textBase, {
  request: { safety: 'carried', user: 'user', metadata: 'carried' },
  changes: { addTools: 'tools-added', removeTools: 'tools-removed', reasoning: 'turn-settings', format: 'turn-settings' },
  // An item id joins parts in other formats; here their order says the same.
  item: { phase: 'item-phase' },
  output: {
    stop: 'carried',
    candidates: 'carried',
    modalities: 'carried',
    verbosity: 'verbosity',
    logprobs: 'carried',
    audio: 'carried',
    image: 'carried',
  },
  sampling: { topK: 'carried', seed: 'carried', frequencyPenalty: 'carried', presencePenalty: 'carried', logitBias: 'logit-bias' },
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
  toolChoice: { checked: 'carried', parallel: 'tool-parallel' },
  tools: {
    function: { ...tool, resultSchema: 'carried', examples: 'carried' },
    custom: { ...tool, grammar: 'tool-grammar' },
    builtin: { ...tool, description: 'hosted-tool-option' },
  },
  parts,
  citation: { citedText: 'carried', range: 'carried', span: 'carried' },
  candidate: { logprobs: 'carried' },
  finish: { sequence: 'finish-detail', refusal: 'finish-detail', message: 'carried' },
  inputUsage: { byModality: 'carried' },
  outputUsage: { byModality: 'carried', prediction: 'carried' },
})

/** Walker over the fates of a lowered request's fields. */
export const fates = createFateWalker('contents', notice, 'foreign-field', tables)

/** Walker over the fates of a response's fields; report-answer.ts reports losses that depend on values. */
export const answerFates = createFateWalker('contents', notice, 'foreign-field', {
  ...tables,
  parts: fatesOf<PartTables>()(textBase.parts, {
    ...parts,
    text: { ...node, logprobs: 'carried' },
    approval: 'answer-part',
    compaction: 'answer-part',
    'search-result': 'answer-part',
    'file-reference': 'answer-part',
  }),
})
