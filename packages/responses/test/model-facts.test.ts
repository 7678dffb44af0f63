import { findModelProfile } from '@interlingua/core'
import { idleProfiles, encodeFacts } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { modelProfiles } from '../src/index.ts'

/** Facts by model id, which show a removed or changed line of the table. Images have tests of their own. */
const expected: readonly (readonly [ids: string, facts: string])[] = [
  ['gpt-5-x-chat gpt-6-x-chat', 'efforts= maxOutput=16384 verbosity=false'],
  ['gpt-5-pro', 'cacheRouting=true efforts=high logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0'],
  ['gpt-5-x-pro', 'efforts=medium,high,xhigh logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0'],
  [
    'gpt-5-codex gpt-5.1-codex',
    'cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=low,medium,high logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-5.1-codex-max',
    'cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=low,medium,high,xhigh logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-5.-x-codex',
    'cacheRouting=true efforts=low,medium,high,xhigh logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-5.1',
    'cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=none,low,medium,high logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-5.5',
    'cacheRetentions=24h cacheRouting=true efforts=none,low,medium,high,xhigh logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-5.6-terra',
    'cacheRetentions=24h efforts=none,low,medium,high,xhigh,max logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-5.6 gpt-6 openai/gpt-5.6',
    'cacheMarks=true cacheRetentions=24h efforts=none,low,medium,high,xhigh,max logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-5.9',
    'cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=none,low,medium,high,xhigh logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-5',
    'cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts=minimal,low,medium,high logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-6-astra gpt-6.9',
    'cacheMarks=true cacheRetentions=24h efforts=low,medium,high,xhigh,max logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'gpt-6.-x-terra gpt-x gpt-6.1-terra gpt-7',
    'cacheRetentions=24h efforts=low,medium,high,xhigh,max logprobs=false maxOutput=128000 penalties=false sampling=false stopLimit=0',
  ],
  [
    'o1-mini',
    'cacheRetentions=in_memory,in-memory cacheRouting=true efforts= logprobs=false maxOutput=65536 penalties=false sampling=false stopLimit=0',
  ],
  [
    'o1-preview',
    'cacheRetentions=in_memory,in-memory cacheRouting=true efforts= logprobs=false maxOutput=32768 penalties=false sampling=false stopLimit=0',
  ],
  [
    'o1 o3 o4',
    'cacheRetentions=in_memory,in-memory cacheRouting=true efforts=low,medium,high logprobs=false maxOutput=100000 penalties=false sampling=false stopLimit=0',
  ],
  ['gpt-4.1', 'cacheRetentions=in_memory,in-memory,24h cacheRouting=true efforts= maxOutput=32768 media=image,document verbosity=false'],
  ['gpt-4o', 'cacheRetentions=in_memory,in-memory cacheRouting=true efforts= maxOutput=16384 media=image,document verbosity=false'],
  ['gpt-4-turbo', 'efforts= maxOutput=4096 media=image verbosity=false'],
  ['gpt-4', 'efforts= maxOutput=8192 media= verbosity=false'],
  ['gpt-3.5', 'efforts= maxOutput=4096 media= verbosity=false'],
  ['gpt-oss', 'efforts=low,medium,high media='],
  ['deepseek', 'maxOutput=65536 media= verbosity=false'],
  ['grok-x-non-reasoning grok-3', 'efforts= media=image,document verbosity=false'],
  ['grok-3-mini', 'efforts=low,high media=image,document verbosity=false'],
  ['grok-4.2 grok-4 grok-code grok-build', 'efforts= media=image,document penalties=false stopLimit=0 verbosity=false'],
  ['grok-4.3', 'efforts=none,low,medium,high media=image,document penalties=false stopLimit=0 verbosity=false'],
  ['grok-4.5 grok', 'efforts=low,medium,high media=image,document penalties=false stopLimit=0 verbosity=false'],
  ['grok-4.9 grok-4.7', 'efforts=low,medium,high,xhigh media=image,document penalties=false stopLimit=0 verbosity=false'],
  [
    'kimi-k3 moonshotai/kimi-k3',
    'candidateLimit=1 efforts=low,high,max namedTool=false penalties=false reasoning=on reasoningControl=reasoning_effort sampling=false verbosity=false',
  ],
  ['kimi', 'candidateLimit=1 efforts= forcedToolWithReasoning=false penalties=false sampling=false verbosity=false'],
  ['claude-opus-5', 'efforts=low,medium,high,xhigh,max maxOutput=128000 offUpTo=high prefill=false sampling=false verbosity=false'],
  ['claude-opus-4-5', 'efforts=low,medium,high exclusiveSampling=true maxOutput=64000 verbosity=false'],
  ['claude', 'efforts=low,medium,high,xhigh,max forcedTool=false maxOutput=128000 prefill=false sampling=false verbosity=false'],
  ['gemini-2.5-pro gemini', 'efforts=low,medium,high logprobs=false penalties=false verbosity=false'],
  ['gemini-2.5', 'efforts=none,low,medium,high logprobs=false penalties=false verbosity=false'],
  ['a-model-nobody-knows', 'verbosity=false'],
  ['anthropic/claude-opus-4.8', 'efforts=low,medium,high,xhigh,max maxOutput=128000 prefill=false sampling=false verbosity=false'],
]

test.each(expected.flatMap(([ids, facts]) => ids.split(' ').map((id) => [id, facts] as const)))('%s', (id, facts) => {
  const profile = findModelProfile(modelProfiles, id)
  expect(profile && encodeFacts(profile)).toBe(facts)
})

test('no line of the table is without effect', () => {
  expect(idleProfiles(modelProfiles)).toEqual([])
})
