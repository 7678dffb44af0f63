import { createFateWalker, fates as fatesOf, textBase } from '@interlingua/core'
import type { FateTables, OwnFates } from '@interlingua/core'
import { notice } from './notices.ts'

type Code = Parameters<typeof notice>[0]
type PartTables = FateTables<Code>['parts']

// What lowering takes away, with its notice, is not looked for again on every part of a conversation.
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
  // An item id joins parts of other formats; here it says nothing that is not said by order.
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

/** What becomes of each canonical field of a request, after lowering. */
export const fates = createFateWalker('contents', notice, 'foreign-field', tables)

/** The same for an answer; what depends on values is told by report-answer.ts. */
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
