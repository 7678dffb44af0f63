import type { JsonObject } from '@interlingua/core'
import { chatAnswer, contentsAnswer, messageItem, messagesAnswer, outputText, responsesAnswer } from './case-documents.ts'
import type { EquivalenceCase } from './equivalence-case.ts'

const calling = (id: string, name: string, args: string): JsonObject => ({
  id: `fc_${id}`,
  type: 'function_call',
  status: 'completed',
  call_id: id,
  name,
  arguments: args,
})
const chatCall = (id: string, name: string, args: string): JsonObject => ({ id, type: 'function', function: { name, arguments: args } })
const said = { role: 'assistant', content: 'It rains in Oslo.', refusal: null }
const source = { url: 'https://example.com', title: 'Weather' }

/** Cells for responses: sections 2.3, 2.7, 2.8 and 2.9. */
export const answerCases: readonly EquivalenceCase[] = [
  {
    equivalence: '2.3 text',
    spelled: { messages: messagesAnswer(), chat: chatAnswer(), responses: responsesAnswer(), contents: contentsAnswer() },
  },
  {
    equivalence: '2.4 parallel calls, and 2.9 how they end',
    spelled: {
      messages: messagesAnswer({
        content: [
          { type: 'tool_use', id: 'call_1', name: 'f', input: { a: 1 } },
          { type: 'tool_use', id: 'call_2', name: 'g', input: {} },
        ],
        stop_reason: 'tool_use',
      }),
      chat: chatAnswer({
        message: { role: 'assistant', content: null, tool_calls: [chatCall('call_1', 'f', '{"a":1}'), chatCall('call_2', 'g', '{}')] },
        finish_reason: 'tool_calls',
      }),
      responses: responsesAnswer([calling('call_1', 'f', '{"a":1}'), calling('call_2', 'g', '{}')]),
      contents: contentsAnswer([
        { functionCall: { id: 'call_1', name: 'f', args: { a: 1 } } },
        { functionCall: { id: 'call_2', name: 'g', args: {} } },
      ]),
    },
  },
  {
    equivalence: '2.4 text and a call',
    spelled: {
      messages: messagesAnswer({
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_1', name: 'f', input: {} },
        ],
        stop_reason: 'tool_use',
      }),
      chat: chatAnswer({
        message: { role: 'assistant', content: 'I look.', tool_calls: [chatCall('call_1', 'f', '{}')] },
        finish_reason: 'tool_calls',
      }),
      responses: responsesAnswer([messageItem(outputText('I look.')), calling('call_1', 'f', '{}')]),
      contents: contentsAnswer([{ text: 'I look.' }, { functionCall: { id: 'call_1', name: 'f', args: {} } }]),
    },
  },
  {
    equivalence: '2.4 a free-form call',
    spelled: {
      chat: chatAnswer({
        message: { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'run', input: 'ls' } }] },
        finish_reason: 'tool_calls',
      }),
      responses: responsesAnswer([
        { id: 'ctc_1', type: 'custom_tool_call', status: 'completed', call_id: 'call_1', name: 'run', input: 'ls' },
      ]),
    },
  },
  {
    equivalence: '2.9 the cap is reached',
    spelled: {
      messages: messagesAnswer({ stop_reason: 'max_tokens' }),
      chat: chatAnswer({ finish_reason: 'length' }),
      responses: responsesAnswer([{ ...messageItem(outputText('Hi.')), status: 'incomplete' }], {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      }),
      contents: contentsAnswer([{ text: 'Hi.' }], { finishReason: 'MAX_TOKENS' }),
    },
  },
  {
    equivalence: '2.9 a filter stopped it',
    spelled: {
      chat: chatAnswer({ finish_reason: 'content_filter' }),
      responses: responsesAnswer([{ ...messageItem(outputText('Hi.')), status: 'incomplete' }], {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
      }),
      contents: contentsAnswer([{ text: 'Hi.' }], { finishReason: 'SAFETY' }),
    },
  },
  {
    equivalence: '2.9 refusal without a part is content_filter',
    spelled: { messages: messagesAnswer({ stop_reason: 'refusal' }), chat: chatAnswer({ finish_reason: 'content_filter' }) },
    only: ['messages>chat'],
  },
  {
    equivalence: '2.9 a refusal',
    spelled: {
      chat: chatAnswer({ message: { role: 'assistant', content: null, refusal: 'No.' } }),
      responses: responsesAnswer([messageItem({ type: 'refusal', refusal: 'No.' })]),
    },
  },
  {
    equivalence: '2.7 a citation of a URL',
    spelled: {
      chat: chatAnswer({
        message: { ...said, annotations: [{ type: 'url_citation', url_citation: { ...source, start_index: 0, end_index: 8 } }] },
      }),
      responses: responsesAnswer([
        messageItem(outputText(said.content, { annotations: [{ type: 'url_citation', ...source, start_index: 0, end_index: 8 }] })),
      ]),
    },
  },
  {
    equivalence: '2.7 a citation of a URL is grounding',
    spelled: {
      chat: chatAnswer({
        message: { ...said, annotations: [{ type: 'url_citation', url_citation: { ...source, start_index: 0, end_index: 8 } }] },
      }),
      responses: responsesAnswer([
        messageItem(outputText(said.content, { annotations: [{ type: 'url_citation', ...source, start_index: 0, end_index: 8 }] })),
      ]),
      contents: contentsAnswer([{ text: said.content }], {
        groundingMetadata: {
          groundingChunks: [{ web: { uri: source.url, title: source.title } }],
          groundingSupports: [{ segment: { startIndex: 0, endIndex: 8, text: 'It rains' }, groundingChunkIndices: [0] }],
        },
      }),
    },
    only: ['chat>contents', 'responses>contents'],
  },
  {
    equivalence: '2.6 a summary of what was thought',
    spelled: {
      responses: responsesAnswer([
        { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        messageItem(outputText('Hi.')),
      ]),
      contents: contentsAnswer([{ text: 'Hm.', thought: true }, { text: 'Hi.' }]),
    },
  },
  {
    equivalence: '2.8 usage with cache reads and reasoning',
    spelled: {
      messages: messagesAnswer({
        usage: { input_tokens: 40, cache_read_input_tokens: 20, output_tokens: 5, output_tokens_details: { thinking_tokens: 2 } },
      }),
      chat: chatAnswer(
        {},
        {
          usage: {
            prompt_tokens: 60,
            completion_tokens: 5,
            total_tokens: 65,
            prompt_tokens_details: { cached_tokens: 20 },
            completion_tokens_details: { reasoning_tokens: 2 },
          },
        },
      ),
      responses: responsesAnswer(undefined, {
        usage: {
          input_tokens: 60,
          input_tokens_details: { cached_tokens: 20 },
          output_tokens: 5,
          output_tokens_details: { reasoning_tokens: 2 },
          total_tokens: 65,
        },
      }),
      contents: contentsAnswer(undefined, undefined, {
        usageMetadata: {
          promptTokenCount: 60,
          cachedContentTokenCount: 20,
          candidatesTokenCount: 3,
          thoughtsTokenCount: 2,
          totalTokenCount: 65,
        },
      }),
    },
  },
  {
    equivalence: '2.8 usage with cache writes',
    spelled: {
      messages: messagesAnswer({
        usage: {
          input_tokens: 10,
          cache_read_input_tokens: 20,
          cache_creation_input_tokens: 30,
          output_tokens: 5,
          output_tokens_details: { thinking_tokens: 2 },
        },
      }),
      chat: chatAnswer(
        {},
        {
          usage: {
            prompt_tokens: 60,
            completion_tokens: 5,
            total_tokens: 65,
            prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 },
            completion_tokens_details: { reasoning_tokens: 2 },
          },
        },
      ),
      responses: responsesAnswer(undefined, {
        usage: {
          input_tokens: 60,
          input_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 },
          output_tokens: 5,
          output_tokens_details: { reasoning_tokens: 2 },
          total_tokens: 65,
        },
      }),
    },
  },
]
