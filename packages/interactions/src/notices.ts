import { basicFates, basicNotices } from '@interlingua/adapter-kit'
import { createFateWalker, declareNotices } from '@interlingua/core/adapter'
import { format } from './wire.ts'

/** All that a conversation can lose on its way into Interactions. */
export const notice = declareNotices(
  format,
  {
    ...basicNotices,
    'turns-merged': 'adjacent turns of the model are one, so that results follow their calls',
    tools: 'this tool has no place here',
    'foreign-reasoning-text': true,
    'server-context': true,
    prefill: true,
    'prefill-instructed': true,
    'prefill-rejected': true,
    'tool-client': true,
    'tool-custom': true,
    'tool-grammar': true,
    'tool-examples-described': true,
    'tool-version-dropped': true,
    'hosted-tool-option': true,
    'mixed-tools': true,
    'seal-bypass': true,
    'format-name-dropped': true,
    'format-strict-always': true,
    'reasoning-budget': true,
    'reasoning-effort': true,
    'reasoning-mode': true,
    'reasoning-summary': 'thoughts are shown or not, nothing finer',
    'result-structured': true,
    'compaction-text': true,
    'media-name': true,
    transcript: 'audio is sent without its transcript',
    'document-citations': true,
    'document-context': true,
    'document-text': 'a text document became text',
    'document-title': 'the title became a text in front',
  },
  {
    agent: { kind: 'dropped', message: 'an agent runs at its own service alone', severe: true },
    'image-setting': { kind: 'dropped', message: 'images have a shape and a size here, and no other setting' },
    audio: { kind: 'dropped', message: 'the voice and the format of audio cannot be chosen here' },
  },
)

export type Code = Parameters<typeof notice>[0]

const own = { ...basicFates }
const sealed = { seal: 'carried', cache: 'cache-mark', itemId: 'carried' } as const

const tables = {
  ...own,
  request: { ...own.request, safety: 'carried', metadata: 'carried', serviceTier: 'carried', reasoning: 'carried' },
  output: { ...own.output, format: 'carried', modalities: 'carried', image: 'carried', audio: 'carried' },
  sampling: { ...own.sampling, topK: 'carried', seed: 'carried' },
  cache: { ...own.cache, content: 'carried' },
  state: { ...own.state, previousResponse: 'carried', store: 'carried', background: 'carried' },
  toolChoice: { ...own.toolChoice, checked: 'carried' },
  tools: {
    ...own.tools,
    function: { ...own.tools.function, strict: 'tool-strict' },
    builtin: { ...own.tools.builtin, namespace: 'carried' },
  },
  parts: {
    ...own.parts,
    text: { itemId: 'carried', text: 'carried', seal: 'foreign-seal', cache: 'cache-mark', citations: 'carried', logprobs: 'logprobs' },
    reasoning: { ...sealed, segments: 'carried', redacted: 'carried' },
    'tool-call': {
      ...sealed,
      callId: 'carried',
      name: 'carried',
      namespace: 'carried',
      kind: 'carried',
      arguments: 'carried',
      caller: 'caller',
    },
    media: {
      ...sealed,
      seal: 'foreign-seal',
      kind: 'carried',
      source: 'carried',
      detail: 'carried',
      clip: 'carried',
      transcript: 'transcript',
    },
    document: {
      ...sealed,
      seal: 'foreign-seal',
      source: 'carried',
      title: 'document-title',
      context: 'document-context',
      citable: 'document-citations',
    },
    'hosted-call': {
      ...sealed,
      callId: 'carried',
      family: 'carried',
      server: 'carried',
      name: 'carried',
      arguments: 'carried',
      status: 'carried',
    },
    'hosted-result': { ...sealed, callId: 'carried', isError: 'carried', errorCode: 'carried', parts: 'carried' },
    approval: 'approval',
    compaction: 'compaction',
  },
  citation: { ...own.citation, citedText: 'citation', range: 'citation', span: 'carried' },
  response: { ...own.response, serviceTier: 'carried' },
  usage: { ...own.usage, requests: 'carried' },
  inputUsage: { ...own.inputUsage, byModality: 'carried' },
  outputUsage: { ...own.outputUsage, reasoning: 'carried', byModality: 'carried' },
} as const

/** Reports fields that the format has no place for. */
export const walker = createFateWalker<Code>(format, notice, 'foreign-field', tables)

/** The same for answers, which hold parts that no request does. */
export const answerWalker = createFateWalker<Code>(format, notice, 'foreign-field', {
  ...tables,
  parts: {
    ...tables.parts,
    approval: 'answer-part',
    compaction: 'answer-part',
    'search-result': 'answer-part',
    'file-reference': 'answer-part',
  },
})
