import { findModelProfile } from '@interlingua/core'
import { idleProfiles, encodeFacts } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { modelProfiles } from '../src/index.ts'

/** Facts by model id, which show a removed or changed line of the table. Images have tests of their own. */
const expected: readonly (readonly [ids: string, facts: string])[] = [
  [
    'gemini-2-x-flash-ximage',
    'callIds=false candidateLimit=1 efforts= hostedTools= logprobs=false maxOutput=32768 media=image,document needsSeal=false penalties=false reasoning=off',
  ],
  [
    'gemini-3-pro-image gemini-3-ximage',
    'candidateLimit=1 efforts=minimal,high hostedTools=web-search logprobs=false maxOutput=32768 media=image,document needsSeal=true penalties=false reasoning=on,adaptive',
  ],
  [
    'gemini-nano-banana',
    'candidateLimit=1 hostedTools=web-search logprobs=false maxOutput=32768 media=image,document needsSeal=true penalties=false',
  ],
  [
    'gemini-opus-tts',
    'candidateLimit=1 efforts= hostedTools= logprobs=false maxOutput=16384 media= needsSeal=false penalties=false reasoning=off',
  ],
  [
    'gemini-3.6-flash gemini-xflash-lite',
    'callIds=true candidateLimit=1 efforts=minimal,low,medium,high logprobs=false maxOutput=65536 media=image,audio,video,document needsSeal=true penalties=false prefill=false reasoning=on,adaptive sampling=false',
  ],
  [
    'gemini-3.5-flash-lite',
    'callIds=true candidateLimit=1 efforts=minimal,low,medium,high logprobs=false maxOutput=65536 media=image,audio,video,document needsSeal=true penalties=false prefill=false reasoning=on,adaptive sampling=true',
  ],
  [
    'gemini-3.5-pro gemini-3.1-pro',
    'callIds=true candidateLimit=1 efforts=low,medium,high logprobs=false maxOutput=65536 media=image,audio,video,document needsSeal=true penalties=false reasoning=on,adaptive',
  ],
  [
    'gemini-3.5-x gemini-3.1-x gemini-3-x',
    'callIds=true candidateLimit=1 efforts=minimal,low,medium,high logprobs=false maxOutput=65536 media=image,audio,video,document needsSeal=true penalties=false reasoning=on,adaptive',
  ],
  [
    'gemini-3-pro',
    'callIds=true candidateLimit=1 efforts=low,high logprobs=false maxOutput=65536 media=image,audio,video,document needsSeal=true penalties=false reasoning=on,adaptive',
  ],
  [
    'gemini-2.5-flash-lite',
    'budget={"min":512,"max":24576} callIds=false candidateLimit=8 efforts= formatWithTools=false logprobs=false maxOutput=65536 media=image,audio,video,document mixedTools=false needsSeal=false penalties=false reasoning=off,on,adaptive resultMedia=false',
  ],
  [
    'gemini-2.5-flash',
    'budget={"min":1,"max":24576} callIds=false candidateLimit=8 efforts= formatWithTools=false logprobs=false maxOutput=65536 media=image,audio,video,document mixedTools=false needsSeal=false penalties=false reasoning=off,on,adaptive resultMedia=false',
  ],
  [
    'gemini-2.5-pro',
    'budget={"min":128,"max":32768} callIds=false candidateLimit=8 efforts= formatWithTools=false logprobs=false maxOutput=65536 media=image,audio,video,document mixedTools=false needsSeal=false penalties=false reasoning=on,adaptive resultMedia=false',
  ],
  [
    'gemini-2.0-flash-thinking',
    'callIds=false candidateLimit=8 efforts= formatWithTools=false logprobs=false maxOutput=65536 media=image,audio,video,document mixedTools=false needsSeal=false penalties=false resultMedia=false',
  ],
  [
    'gemini-2.0-x',
    'callIds=false candidateLimit=8 efforts= formatWithTools=false logprobs=false maxOutput=8192 media=image,audio,video,document mixedTools=false needsSeal=false penalties=false reasoning=off resultMedia=false',
  ],
  [
    'gemini-1.9',
    'callIds=false candidateLimit=8 efforts= formatWithTools=false logprobs=false maxOutput=8192 media=image,audio,video,document mixedTools=false needsSeal=false penalties=false reasoning=off resultMedia=false schemaDialect=gemini-schema',
  ],
  [
    'gemma-x',
    'callIds=false candidateLimit=8 efforts= formatWithTools=false hostedTools= logprobs=false maxOutput=8192 media=image mixedTools=false needsSeal=false penalties=false reasoning=off resultMedia=false',
  ],
  [
    'gemini gemini-3.7-flash gemini-3.8-flash gemini-pro-latest models/gemini-4-pro',
    'callIds=true candidateLimit=1 efforts=low,medium,high logprobs=false maxOutput=65536 media=image,audio,video,document needsSeal=true penalties=false prefill=false reasoning=on,adaptive sampling=false',
  ],
]

test.each(expected.flatMap(([ids, facts]) => ids.split(' ').map((id) => [id, facts] as const)))('%s', (id, facts) => {
  const profile = findModelProfile(modelProfiles, id)
  expect(profile && encodeFacts(profile)).toBe(facts)
})

test('no line of the table is without effect', () => {
  expect(idleProfiles(modelProfiles)).toEqual([])
})
