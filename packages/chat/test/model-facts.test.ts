import { findModelProfile } from '@interlingua/core'
import { idleProfiles, encodeFacts } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { modelProfiles } from '../src/index.ts'

/** Facts by model id, which show a removed or changed line of the table. Images have tests of their own. */
const expected: readonly (readonly [ids: string, facts: string])[] = [
  ['gpt-4o-x-search', 'efforts= hostedTools=web-search maxOutput=16384 sampling=false verbosity=false'],
  ['gpt-5-x-search', 'efforts= hostedTools=web-search maxTokensField=max_completion_tokens sampling=false verbosity=false'],
  ['gpt-audio', 'efforts= hostedTools= media=audio verbosity=false'],
  ['gpt-5-x-chat gpt-6-x-chat', 'efforts= hostedTools= maxOutput=16384 toolLimit=128 verbosity=false'],
  [
    'gpt-5-pro',
    'allowedTools=true cacheRouting=true efforts=high hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5-x-pro',
    'allowedTools=true efforts=medium,high,xhigh hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5-codex gpt-5.1-codex',
    'allowedTools=true cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=low,medium,high hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5.1-codex-max',
    'allowedTools=true cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=low,medium,high,xhigh hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5.-x-codex',
    'allowedTools=true cacheRouting=true efforts=low,medium,high,xhigh hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5.1',
    'allowedTools=true cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=none,low,medium,high hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5.5',
    'allowedTools=true cacheRetentions=24h cacheRouting=true effortWithTools=none efforts=none,low,medium,high,xhigh hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5.6-terra',
    'allowedTools=true cacheRetentions=24h effortWithTools=none efforts=none,low,medium,high,xhigh,max hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5.6 gpt-6',
    'allowedTools=true cacheMarks=true cacheRetentions=24h effortWithTools=none efforts=none,low,medium,high,xhigh,max hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5.4',
    'allowedTools=true cacheRetentions=in_memory,in-memory,24h cacheRouting=true effortWithTools=none efforts=none,low,medium,high,xhigh hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5.9',
    'allowedTools=true cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=none,low,medium,high,xhigh hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-5',
    'allowedTools=true cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=minimal,low,medium,high hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-6-astra gpt-6.9',
    'allowedTools=true cacheMarks=true cacheRetentions=24h efforts=low,medium,high,xhigh,max hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128 tools=false',
  ],
  [
    'gpt-6.-x-terra gpt-6.1-terra',
    'allowedTools=true cacheRetentions=24h efforts=low,medium,high,xhigh,max hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128 tools=false',
  ],
  [
    'o1-mini',
    'allowedTools=true cacheRetentions=in_memory,in-memory cacheRouting=true efforts= hostedTools= instructionRole=developer logprobs=false maxOutput=65536 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'o1-preview',
    'allowedTools=true cacheRetentions=in_memory,in-memory cacheRouting=true efforts= hostedTools= instructionRole=developer logprobs=false maxOutput=32768 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'o1 o3 o4',
    'allowedTools=true cacheRetentions=in_memory,in-memory cacheRouting=true efforts=low,medium,high hostedTools= instructionRole=developer logprobs=false maxOutput=100000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  [
    'gpt-4.1',
    'cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts= hostedTools= maxOutput=32768 media=image,document toolLimit=128 verbosity=false',
  ],
  [
    'gpt-4o',
    'cacheRetentions=in_memory,in-memory cacheRouting=true efforts= hostedTools= maxOutput=16384 media=image,document,audio toolLimit=128 verbosity=false',
  ],
  ['gpt-4-turbo', 'efforts= hostedTools= maxOutput=4096 media=image toolLimit=128 verbosity=false'],
  ['gpt-4', 'efforts= hostedTools= maxOutput=8192 media= toolLimit=128 verbosity=false'],
  ['gpt-3.5', 'efforts= hostedTools= maxOutput=4096 media= toolLimit=128 verbosity=false'],
  ['gpt-oss', 'efforts=low,medium,high hostedTools= media='],
  [
    'gpt-x gpt-7',
    'allowedTools=true cacheRetentions=24h efforts=low,medium,high,xhigh,max hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0 toolLimit=128',
  ],
  ['deepseek-v4 deepseek-flash deepseek-pro', 'efforts=low,high,max forcedToolWithReasoning=false maxOutput=384000 media= verbosity=false'],
  ['deepseek-chat', 'efforts=low,high,max forcedToolWithReasoning=false maxOutput=65536 media= verbosity=false'],
  ['deepseek-reasoner', 'efforts=low,high,max forcedToolWithReasoning=false logprobs=false maxOutput=65536 media= verbosity=false'],
  ['deepseek', 'forcedToolWithReasoning=false maxOutput=65536 media= verbosity=false'],
  ['grok-x-non-reasoning grok-4.20-non-reasoning', 'efforts= media=image verbosity=false'],
  ['grok-3-mini', 'efforts=low,high media= verbosity=false'],
  ['grok-3 llama-3.3 llama-3.1 meta-llama/Llama-3.3', 'efforts= media= verbosity=false'],
  ['grok-4.2 grok-4 grok-code grok-build', 'efforts= media=image penalties=false stopLimit=0 verbosity=false'],
  ['grok-4.3', 'efforts=none,low,medium,high media=image penalties=false stopLimit=0 verbosity=false'],
  ['grok-4.5 grok x-ai/grok-4.5', 'efforts=low,medium,high media=image penalties=false stopLimit=0 verbosity=false'],
  ['grok-4.9', 'efforts=low,medium,high,xhigh media=image penalties=false stopLimit=0 verbosity=false'],
  [
    'mistral-small-latest mistral-small-2603 mistral-medium-3-5',
    'callIdPattern={"characters":"alphanumeric","min":9,"max":9} efforts=none,high media=image,document prefill=false verbosity=false',
  ],
  [
    'mistral-large-4',
    'callIdPattern={"characters":"alphanumeric","min":9,"max":9} maxOutput=262144 media=image,document prefill=false verbosity=false',
  ],
  ['mistral', 'callIdPattern={"characters":"alphanumeric","min":9,"max":9} media=image,document prefill=false verbosity=false'],
  ['magistral', 'callIdPattern={"characters":"alphanumeric","min":9,"max":9} efforts= media=image prefill=false verbosity=false'],
  [
    'kimi-k3 moonshotai/kimi-k3',
    'candidateLimit=1 efforts=low,high,max maxTokensField=max_completion_tokens namedTool=false penalties=false reasoning=on reasoningControl=reasoning_effort sampling=false schemaDialect=moonshot verbosity=false',
  ],
  [
    'kimi',
    'candidateLimit=1 efforts= forcedToolWithReasoning=false maxTokensField=max_completion_tokens penalties=false sampling=false schemaDialect=moonshot verbosity=false',
  ],
  ['glm-5.3', 'efforts=low,high,max forcedTool=false maxOutput=131072 media= verbosity=false'],
  ['glm-5.2', 'forcedTool=false maxOutput=131072 media= verbosity=false'],
  ['glm', 'efforts= forcedTool=false media= verbosity=false'],
  ['glm-4.6v glm-4.1v-thinking', 'efforts= forcedTool=false media=image verbosity=false'],
  ['MiniMax-M', 'candidateLimit=1 efforts= forcedTool=false maxTokensField=max_completion_tokens verbosity=false'],
  ['qwen3-max', 'efforts= forcedToolWithReasoning=false formatWithReasoning=false maxOutput=65536 media= verbosity=false'],
  ['qwen/qwen3-32b', 'efforts=none media= verbosity=false'],
  ['qwen3-32b qwen3.5-27b', 'forcedToolWithReasoning=false formatWithReasoning=false reasoningUnstreamed=false verbosity=false'],
  ['qwen', 'forcedToolWithReasoning=false formatWithReasoning=false verbosity=false'],
  [
    'claude-opus-5',
    'efforts=low,medium,high,xhigh,max maxOutput=128000 offUpTo=high prefill=false reasoning=adaptive,off sampling=false schemaDialect=anthropic verbosity=false',
  ],
  [
    'claude-opus-4-5',
    'efforts=low,medium,high exclusiveSampling=true maxOutput=64000 reasoning=on,off schemaDialect=anthropic verbosity=false',
  ],
  [
    'claude',
    'efforts=low,medium,high,xhigh,max forcedTool=false maxOutput=128000 prefill=false reasoning=adaptive sampling=false schemaDialect=anthropic verbosity=false',
  ],
  ['gemini-2.5-pro gemini', 'efforts=low,medium,high logprobs=false penalties=false stopLimit=5 verbosity=false'],
  ['gemini-2.5', 'efforts=none,low,medium,high logprobs=false penalties=false stopLimit=5 verbosity=false'],
  ['a-model-nobody-knows', 'hostedTools= verbosity=false'],
  [
    'openai/gpt-5.6',
    'cacheMarks=true cacheRetentions=24h efforts=none,low,medium,high,xhigh,max hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0',
  ],
  [
    'openai/gpt-6-astra',
    'cacheMarks=true cacheRetentions=24h efforts=low,medium,high,xhigh,max hostedTools= instructionRole=developer logprobs=false maxOutput=128000 maxTokensField=max_completion_tokens penalties=false sampling=false stopLimit=0',
  ],
  [
    'anthropic/claude-opus-4.8',
    'efforts=low,medium,high,xhigh,max maxOutput=128000 prefill=false reasoning=adaptive,off sampling=false schemaDialect=anthropic verbosity=false',
  ],
  ['anthropic/claude-sonnet-4.5', 'exclusiveSampling=true maxOutput=64000 reasoning=on,off schemaDialect=anthropic verbosity=false'],
]

test.each(expected.flatMap(([ids, facts]) => ids.split(' ').map((id) => [id, facts] as const)))('%s', (id, facts) => {
  const profile = findModelProfile(modelProfiles, id)
  expect(profile && encodeFacts(profile)).toBe(facts)
})

test('no line of the table is without effect', () => {
  expect(idleProfiles(modelProfiles)).toEqual([])
})
