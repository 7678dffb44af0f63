import type { EmptyRule } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'

/** Rules of a format for blocks that may not be empty. */
export interface EmptyRules {
  readonly request: readonly EmptyRule[]
  readonly answer: readonly EmptyRule[]
}

const texts = (at: string, type: string, ...beside: readonly string[]): EmptyRule => ({
  at,
  when: { type },
  beside: ['type', 'annotations', 'citations', 'logprobs', 'cache_control', 'prompt_cache_breakpoint', ...beside],
})
const blank = (rule: EmptyRule): EmptyRule => ({ ...rule, blank: true })

/**
 * Rules for thinking, in which a signature is content. Anthropic refuses text without a visible character.
 * https://platform.claude.com/docs/en/api/messages
 */
const thinking = (at: string): readonly EmptyRule[] => [
  { at, when: { type: 'thinking' }, beside: ['type'] },
  { at, when: { type: 'redacted_thinking' }, beside: ['type'] },
]
const messages: EmptyRules = {
  request: [
    { at: '/system', beside: [], plain: true, blank: true },
    blank(texts('/system/*', 'text')),
    { at: '/messages/*/content', beside: [], plain: true, blank: true },
    blank(texts('/messages/*/content/*', 'text')),
    blank(texts('/messages/*/content/*/content/*', 'text')),
    ...thinking('/messages/*/content/*'),
  ],
  answer: [texts('/content/*', 'text'), ...thinking('/content/*')],
}

/** Members of an assistant's message that are no content, unlike its calls, reasoning, refusal and audio. */
const aboutMessage = ['role', 'name', 'annotations']
const details: EmptyRule = { at: '', beside: ['type', 'index', 'id', 'format'] }
const chat: EmptyRules = {
  request: [
    // OpenAI takes an empty text of a user or a tool, so it is sent, and no turn is lost.
    { at: '/messages/*', when: { role: 'assistant' }, beside: aboutMessage },
    { ...details, at: '/messages/*/reasoning_details/*' },
  ],
  answer: [texts('/choices/*/message/content/*', 'text'), { ...details, at: '/choices/*/message/reasoning_details/*' }],
}

const aboutItem = ['type', 'id', 'status', 'role', 'phase']
const responseItems = (at: string): readonly EmptyRule[] => [
  { at, when: { type: 'message' }, beside: aboutItem },
  texts(`${at}/content/*`, 'input_text'),
  texts(`${at}/content/*`, 'output_text'),
  texts(`${at}/content/*`, 'refusal'),
  texts(`${at}/content/*`, 'reasoning_text'),
  texts(`${at}/summary/*`, 'summary_text'),
]
const responses: EmptyRules = {
  request: [
    // Texts of a user or a tool may be empty, as in chat.
    ...responseItems('/input/*').filter(({ when }) => when?.['type'] !== 'input_text'),
    { at: '/input/*', when: { role: 'assistant' }, beside: aboutItem },
    // An item that only the server knows is identified by its id.
    { at: '/input/*', when: { type: 'reasoning' }, beside: ['type', 'status'] },
  ],
  answer: [...responseItems('/output/*'), { at: '/output/*', when: { type: 'reasoning' }, beside: ['type', 'status', 'id'] }],
}

/**
 * Rules for parts, which need data: Google's Go SDK rejects a turn with an empty part. A signature may stand on an empty text, as Gemini
 * ends a text; an envelope of this library never stands on a thought without text. https://ai.google.dev/api/caching#Part
 */
const parts = (at: string): readonly EmptyRule[] => [
  { at, when: { thought: true, thoughtSignature: /^SUwB/ }, beside: ['thought', 'thoughtSignature', 'partMetadata'] },
  { at, beside: ['thought', 'partMetadata'] },
]
const contents: EmptyRules = {
  request: [...parts('/contents/*/parts/*'), ...parts('/systemInstruction/parts/*'), { at: '/contents/*/parts', beside: [], plain: true }],
  answer: [...parts('/candidates/*/content/parts/*'), { at: '/candidates/*/content/parts', beside: [], plain: true }],
}

export const emptyRules: Readonly<Record<FormatId, EmptyRules>> = { messages, chat, responses, contents }
