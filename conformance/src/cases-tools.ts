import type { JsonObject } from '@interlingua/core'
import { requests, schema } from './case-documents.ts'
import type { EquivalenceCase } from './equivalence-case.ts'

const { messages: m, chat: c, responses: r, contents: g } = requests
const named = { name: 'get_weather', description: 'Weather.' }
const mTool = { ...named, input_schema: schema }
const cTool = { type: 'function', function: { ...named, parameters: schema } }
// Without `strict` this format tries strict mode and falls back; the others do neither.
const rTool = { type: 'function', ...named, parameters: schema, strict: false }
const gTool = { ...named, parametersJsonSchema: schema }
const gTools = (...functionDeclarations: readonly JsonObject[]): JsonObject => ({ functionDeclarations })
const other = (tool: JsonObject): JsonObject => JSON.parse(JSON.stringify(tool).replaceAll('get_weather', 'get_time')) as JsonObject // a copy

const chosen = (choices: {
  readonly [format in 'messages' | 'chat' | 'responses' | 'contents']?: JsonObject[string]
}): EquivalenceCase['spelled'] => ({
  ...(choices.messages !== undefined && { messages: m({ tools: [mTool], tool_choice: choices.messages }) }),
  ...(choices.chat !== undefined && { chat: c({ tools: [cTool, other(cTool)], tool_choice: choices.chat }) }),
  ...(choices.responses !== undefined && { responses: r({ tools: [rTool, other(rTool)], tool_choice: choices.responses }) }),
  ...(choices.contents !== undefined && {
    contents: g({ tools: [gTools(gTool, other(gTool))], toolConfig: { functionCallingConfig: choices.contents } }),
  }),
})
const one = (choices: {
  readonly messages: JsonObject
  readonly chat: JsonObject[string]
  readonly responses: JsonObject[string]
  readonly contents: JsonObject
}): EquivalenceCase['spelled'] => ({
  messages: m({ tools: [mTool], tool_choice: choices.messages }),
  chat: c({ tools: [cTool], tool_choice: choices.chat }),
  responses: r({ tools: [rTool], tool_choice: choices.responses }),
  contents: g({ tools: [gTools(gTool)], toolConfig: { functionCallingConfig: choices.contents } }),
})

/** Cells for tools and choices: section 2.4. */
export const toolCases: readonly EquivalenceCase[] = [
  {
    equivalence: '2.4 declaration with description',
    spelled: {
      messages: m({ tools: [mTool] }),
      chat: c({ tools: [cTool] }),
      responses: r({ tools: [rTool] }),
      contents: g({ tools: [gTools(gTool)] }),
    },
  },
  {
    equivalence: '2.4 strict tool',
    spelled: {
      messages: m({ tools: [{ ...mTool, strict: true }] }),
      chat: c({ tools: [{ ...cTool, function: { ...cTool.function, strict: true } }] }),
      responses: r({ tools: [{ ...rTool, strict: true }] }),
    },
  },
  {
    equivalence: '2.4 result schema',
    spelled: {
      responses: r({ tools: [{ ...rTool, output_schema: schema }] }),
      contents: g({ tools: [gTools({ ...gTool, responseJsonSchema: schema })] }),
    },
  },
  {
    equivalence: '2.4 free-form tool',
    spelled: {
      chat: c({
        tools: [
          {
            type: 'custom',
            custom: {
              name: 'run',
              description: 'Runs.',
              format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } },
            },
          },
        ],
      }),
      responses: r({
        tools: [
          { type: 'custom', name: 'run', description: 'Runs.', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
        ],
      }),
    },
  },
  // Deferred loading exists in two formats, but only each vendor's own search finds such a tool; elsewhere it is declared at once.
  {
    equivalence: '2.4 choice: model decides',
    spelled: one({ messages: { type: 'auto' }, chat: 'auto', responses: 'auto', contents: { mode: 'AUTO' } }),
  },
  {
    equivalence: '2.4 choice: must call something',
    spelled: one({ messages: { type: 'any' }, chat: 'required', responses: 'required', contents: { mode: 'ANY' } }),
  },
  {
    equivalence: '2.4 choice: must call X',
    spelled: one({
      messages: { type: 'tool', name: 'get_weather' },
      chat: { type: 'function', function: { name: 'get_weather' } },
      responses: { type: 'function', name: 'get_weather' },
      contents: { mode: 'ANY', allowedFunctionNames: ['get_weather'] },
    }),
  },
  {
    equivalence: '2.4 choice: no calls',
    spelled: one({ messages: { type: 'none' }, chat: 'none', responses: 'none', contents: { mode: 'NONE' } }),
  },
  {
    equivalence: '2.4 choice: a subset, optional',
    spelled: chosen({
      chat: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: ['get_weather', 'get_time'].map((name) => ({ type: 'function', function: { name } })) },
      },
      responses: { type: 'allowed_tools', mode: 'auto', tools: ['get_weather', 'get_time'].map((name) => ({ type: 'function', name })) },
      contents: { mode: 'VALIDATED', allowedFunctionNames: ['get_weather', 'get_time'] },
    }),
    only: ['chat>responses', 'responses>chat', 'chat>contents', 'responses>contents'],
  },
  {
    equivalence: '2.4 choice: a subset, forced',
    spelled: chosen({
      chat: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: ['get_weather', 'get_time'].map((name) => ({ type: 'function', function: { name } })) },
      },
      responses: {
        type: 'allowed_tools',
        mode: 'required',
        tools: ['get_weather', 'get_time'].map((name) => ({ type: 'function', name })),
      },
      contents: { mode: 'ANY', allowedFunctionNames: ['get_weather', 'get_time'] },
    }),
  },
  {
    equivalence: '2.4 choice: one at a time',
    spelled: {
      messages: m({ tools: [mTool], tool_choice: { type: 'auto', disable_parallel_tool_use: true } }),
      chat: c({ tools: [cTool], tool_choice: 'auto', parallel_tool_calls: false }),
      responses: r({ tools: [rTool], tool_choice: 'auto', parallel_tool_calls: false }),
    },
  },
  {
    equivalence: '2.4 hosted web search',
    spelled: {
      chat: c({ web_search_options: {} }),
      responses: r({ tools: [{ type: 'web_search' }] }),
      contents: g({ tools: [{ googleSearch: {} }] }),
    },
  },
  {
    equivalence: '2.4 how much hosted web search reads, and where from',
    spelled: {
      chat: c({
        web_search_options: {
          search_context_size: 'low',
          user_location: { type: 'approximate', approximate: { city: 'Oslo', country: 'NO' } },
        },
      }),
      responses: r({
        tools: [{ type: 'web_search', search_context_size: 'low', user_location: { type: 'approximate', city: 'Oslo', country: 'NO' } }],
      }),
    },
  },
  {
    equivalence: '2.4 hosted code execution',
    spelled: {
      responses: r({ tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] }),
      contents: g({ tools: [{ codeExecution: {} }] }),
    },
  },
]
