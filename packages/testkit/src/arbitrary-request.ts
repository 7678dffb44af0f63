import type {
  GenerateRequest,
  OutputFormat,
  OutputOptions,
  ReasoningOptions,
  SamplingOptions,
  Tool,
  ToolChoice,
  Turn,
} from '@interlingua/core'
import fc from 'fast-check'
import { arbitraryCount, arbitraryName, arbitraryObject, arbitraryText, arbitraryWords } from './arbitrary-leaves.ts'
import { arbitraryAssistantPart, arbitraryCache, arbitraryInstructionPart, arbitraryUserPart, partial } from './arbitrary-part.ts'

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 4, arbitrary: fc.array(arbitraryUserPart, { minLength: 1, maxLength: 4 }).map((parts): Turn => ({ author: 'user', parts })) },
  {
    weight: 3,
    arbitrary: fc.array(arbitraryAssistantPart, { minLength: 1, maxLength: 4 }).map((parts): Turn => ({ author: 'assistant', parts })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('system', 'developer'), fc.array(arbitraryInstructionPart, { minLength: 1, maxLength: 2 }))
      .map(([authority, parts]): Turn => ({ author: 'instruction', authority, parts })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Turn>(
      { author: 'assistant', items: [{ id: 'item_1', phase: 'commentary' }], parts: [{ type: 'text', text: 'First.', itemId: 'item_1' }] },
      {
        author: 'instruction',
        authority: 'system',
        changes: { addTools: [{ type: 'function', name: 'late' }], removeTools: [{ name: 'early' }], reasoning: { effort: 'low' } },
        parts: [],
      },
      { author: 'instruction', authority: 'developer', changes: { format: { type: 'json' } }, parts: [{ type: 'text', text: 'In JSON.' }] },
    ),
  },
)

const schema = fc
  .dictionary(arbitraryName, fc.constantFrom({ type: 'string' }, { type: 'integer', minimum: 0 }, { enum: ['a', 'b'] }), {
    maxKeys: 3,
    noNullPrototype: true,
  })
  .map((properties) => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }))

const anySchema = fc.oneof(
  { weight: 5, arbitrary: schema },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { type: 'string' },
      { anyOf: [{ type: 'object' }] },
      { type: 'object', properties: { a: { type: 'string', pattern: '^a' } } },
    ),
  },
)

const tool: fc.Arbitrary<Tool> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.oneof(arbitraryName, fc.constantFrom('a/b.c', 'x'.repeat(80), 'mcp@tool')),
        partial({
          description: arbitraryText,
          schema: anySchema,
          strict: fc.boolean(),
          deferred: fc.boolean(),
          cache: arbitraryCache,
          namespace: arbitraryName,
          resultSchema: schema,
          examples: fc.constant([{ a: 1 }]),
        }),
      )
      .map(([name, rest]): Tool => ({ type: 'function', name, ...rest }) as Tool), // the optional keys have the types of FunctionTool
  },
  {
    weight: 1,
    arbitrary: arbitraryName.map((name): Tool => ({
      type: 'custom',
      name,
      description: 'free text',
      grammar: { syntax: 'regex', definition: '.*' },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Tool>(
      { type: 'builtin', name: 'web_search', family: 'web-search', runsOn: 'server', format: 'messages', config: { maxUses: 2 } },
      { type: 'builtin', name: 'bash', family: 'bash', version: '20250124', runsOn: 'client', format: 'messages', config: {} },
      { type: 'builtin', name: 'file_search', family: 'file-search', runsOn: 'server', format: 'responses', config: {} },
    ),
  },
)

const format: fc.Arbitrary<OutputFormat> = fc.oneof(
  fc.constantFrom<OutputFormat>({ type: 'text' }, { type: 'json' }),
  fc
    .tuple(anySchema, fc.oneof(arbitraryName, fc.constant('my schema!')), fc.boolean())
    .map(([value, name, strict]): OutputFormat => ({ type: 'json-schema', schema: value, name, strict })),
)

const output = partial<OutputOptions>({
  maxTokens: fc.integer({ min: 1, max: 100_000 }),
  stop: fc.array(fc.oneof(arbitraryWords, fc.constant(' ')), { minLength: 1, maxLength: 6 }),
  candidates: fc.integer({ min: 1, max: 3 }),
  modalities: fc.constantFrom(['text'] as const, ['text', 'audio'] as const, ['image'] as const),
  format,
  verbosity: fc.constantFrom('low', 'medium', 'high'),
  logprobs: fc.constant({ top: 2 }),
  audio: fc.constant({ voice: 'alloy', format: 'wav' }),
  image: fc.constant({ size: 'small' }),
})

const sampling = partial<SamplingOptions>({
  temperature: fc.constantFrom(0, 0.5, 1, 1.7),
  topP: fc.constantFrom(0.1, 1),
  topK: fc.integer({ min: 1, max: 100 }),
  seed: arbitraryCount,
  frequencyPenalty: fc.constantFrom(-1, 0, 1),
  presencePenalty: fc.constantFrom(-1, 0, 1),
  logitBias: fc.constant({ '50256': -100 }),
})

const reasoning = partial<ReasoningOptions>({
  mode: fc.constantFrom('off', 'on', 'adaptive', 'between-tools'),
  effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
  budgetTokens: fc.integer({ min: 0, max: 70_000 }),
  summary: fc.constantFrom('none', 'auto', 'concise', 'detailed'),
})

const choiceOf = (tools: readonly Tool[]): fc.Arbitrary<ToolChoice> =>
  fc
    .tuple(
      fc.constantFrom<ToolChoice['mode']>('auto', 'none', 'required'),
      fc.subarray([...tools], { maxLength: Math.min(2, tools.length) }),
      fc.option(fc.boolean(), { nil: undefined }),
    )
    .map(([mode, chosen, parallel]) => ({
      mode,
      ...(mode !== 'none' && chosen.length > 0 && { only: chosen.map(({ name, type }) => ({ name, kind: type })) }),
      ...(parallel !== undefined && { parallel, checked: parallel }),
    }))

/** Any canonical request, not made legal for any target: calls without results, results without calls, odd names, every option. */
export const arbitraryRequest: fc.Arbitrary<GenerateRequest> = fc
  .tuple(
    fc.array(turn, { minLength: 1, maxLength: 6 }),
    fc.uniqueArray(tool, { maxLength: 3, selector: ({ name }) => name }),
    partial<Partial<GenerateRequest>>({
      output,
      sampling,
      reasoning,
      user: fc.oneof(arbitraryName, fc.constant('u'.repeat(100))),
      metadata: fc.dictionary(arbitraryName, arbitraryWords, { maxKeys: 2, noNullPrototype: true }),
      serviceTier: fc.constantFrom('auto', 'default', 'priority', 'flex', 'turbo'),
      stream: fc.boolean(),
      cache: partial({
        key: arbitraryName,
        retention: fc.constant('24h'),
        auto: arbitraryCache,
        content: arbitraryName,
        mode: fc.constantFrom('implicit', 'explicit'),
      }),
      state: partial({
        store: fc.boolean(),
        background: fc.boolean(),
        container: arbitraryName,
        previousResponse: arbitraryName,
        conversation: arbitraryName,
      }),
      safety: fc.constant([{ category: 'harassment', threshold: 'none' }]),
      extensions: arbitraryObject.map((rest) => ({ contents: { rest } })),
    }),
  )
  .chain(([turns, tools, rest]) =>
    fc.option(choiceOf(tools), { nil: undefined }).map((toolChoice): GenerateRequest => ({
      model: 'demo',
      turns,
      ...(tools.length > 0 && { tools }),
      ...(tools.length > 0 && toolChoice !== undefined && { toolChoice }),
      ...rest,
    })),
  )
