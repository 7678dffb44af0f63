import { findModelProfile } from '@interlingua/core'
import { idleProfiles, encodeFacts } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { modelProfiles } from '../src/index.ts'

/** Facts by model id, which show a removed or changed line of the table. Images have tests of their own. */
const expected: readonly (readonly [ids: string, facts: string])[] = [
  [
    'claude-sonnet-5-5 claude-sonnet-5.5',
    'efforts=low,medium,high,xhigh,max forcedTool=false instructionTurns=true maxOutput=128000 media=image,document prefill=false reasoning=adaptive,between-tools sampling=false toolNameLimit=128',
  ],
  [
    'claude-haiku-5-5 claude-haiku-5.5 claude-sonnet-5 claude-sonnet-5-20260501 claude-sonnet-5-v1:0 claude-sonnet-5@x claude-sonnet-5:x claude-sonnet-5[1m] claude-sonnet-5-latest claude-sonnet-5-fast claude-sonnet-5-thinking claude-haiku-5 claude-haiku-5-20260501 claude-haiku-5-v1:0 claude-haiku-5@x claude-haiku-5:x claude-haiku-5[1m] claude-haiku-5-latest claude-haiku-5-fast claude-haiku-5-thinking claude-opus-4-8 claude-opus-4.8',
    'efforts=low,medium,high,xhigh,max instructionTurns=true maxOutput=128000 media=image,document prefill=false reasoning=adaptive,off sampling=false toolNameLimit=128',
  ],
  [
    'claude-opus-5 claude-opus-5-20260501 claude-opus-5-v1:0 claude-opus-5@x claude-opus-5:x claude-opus-5[1m] claude-opus-5-latest claude-opus-5-fast claude-opus-5-thinking',
    'efforts=low,medium,high,xhigh,max instructionTurns=true maxOutput=128000 media=image,document offUpTo=high prefill=false reasoning=adaptive,off sampling=false toolNameLimit=128',
  ],
  [
    'claude-fable-5 claude-fable-5-20260501 claude-fable-5-v1:0 claude-fable-5@x claude-fable-5:x claude-fable-5[1m] claude-fable-5-latest claude-fable-5-fast claude-fable-5-thinking',
    'efforts=low,medium,high,xhigh,max instructionTurns=true maxOutput=128000 media=image,document prefill=false reasoning=adaptive sampling=false toolNameLimit=128',
  ],
  [
    'claude-mythos-preview',
    'efforts=low,medium,high,xhigh,max forcedTool=false instructionTurns=false maxOutput=128000 media=image,document prefill=false reasoning=on,adaptive sampling=true toolNameLimit=128',
  ],
  [
    'claude-opus-4-7 claude-opus-4.7',
    'efforts=low,medium,high,xhigh,max instructionTurns=false maxOutput=128000 media=image,document prefill=false reasoning=adaptive,off sampling=false toolNameLimit=128',
  ],
  [
    'claude-opus-4-6 claude-opus-4.6',
    'efforts=low,medium,high,max exclusiveSampling=true instructionTurns=false maxOutput=128000 media=image,document prefill=false reasoning=on,adaptive,off toolNameLimit=128',
  ],
  [
    'claude-opus-4-5 claude-opus-4.5',
    'efforts=low,medium,high exclusiveSampling=true instructionTurns=false maxOutput=64000 media=image,document reasoning=on,off toolNameLimit=64',
  ],
  [
    'claude-sonnet-4-5 claude-sonnet-4.5 claude-haiku-4-5 claude-haiku-4.5 us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'exclusiveSampling=true instructionTurns=false maxOutput=64000 media=image,document reasoning=on,off toolNameLimit=64',
  ],
  [
    'claude-opus-4-1 claude-opus-4.1',
    'exclusiveSampling=true instructionTurns=false maxOutput=32000 media=image,document reasoning=on,off toolNameLimit=64',
  ],
  [
    'claude-sonnet-4 claude-haiku-4 claude-3-7 claude-3.7',
    'instructionTurns=false maxOutput=64000 media=image,document reasoning=on,off toolNameLimit=64',
  ],
  ['claude-opus-4', 'instructionTurns=false maxOutput=32000 media=image,document reasoning=on,off toolNameLimit=64'],
  ['claude-3-5 claude-3.5', 'instructionTurns=false maxOutput=8192 media=image,document reasoning=off toolNameLimit=64'],
  ['claude-3-x', 'instructionTurns=false maxOutput=4096 media=image,document reasoning=off toolNameLimit=64'],
  [
    'claude claude-opus-5-5 anthropic/claude-opus-5.5 claude-fable-5-1 claude-fable-5-2 claude-mythos-5 claude-mythos-5-2 claude-opus-6',
    'efforts=low,medium,high,xhigh,max forcedTool=false instructionTurns=true maxOutput=128000 media=image,document prefill=false reasoning=adaptive sampling=false toolNameLimit=128',
  ],
  ['a-model-nobody-knows', 'instructionTurns=false reasoning=on,off toolNameLimit=64'],
]

test.each(expected.flatMap(([ids, facts]) => ids.split(' ').map((id) => [id, facts] as const)))('%s', (id, facts) => {
  const profile = findModelProfile(modelProfiles, id)
  expect(profile && encodeFacts(profile)).toBe(facts)
})

test('no line of the table is without effect', () => {
  expect(idleProfiles(modelProfiles)).toEqual([])
})
