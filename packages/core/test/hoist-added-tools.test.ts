import type { GenerateRequest } from '@interlingua/core'
import { hoistAddedTools } from '@interlingua/core/adapter'
import { expect, it } from 'vitest'

const look = { type: 'function', name: 'look' } as const
const exec = { type: 'custom', name: 'exec', namespace: 'functions' } as const

it('tools that turns add are declared at the front, once, and a turn that only added tools is gone', () => {
  const places: string[] = []
  const request: GenerateRequest = {
    model: 'demo',
    tools: [look],
    turns: [
      { at: '/input/0', author: 'instruction', parts: [], changes: { addTools: [look, exec] } },
      { author: 'user', parts: [{ type: 'text', text: 'Hello' }] },
      { author: 'instruction', parts: [], changes: { addTools: [exec], reasoning: { effort: 'low' } } },
    ],
  }
  const hoisted = hoistAddedTools(request, (at) => void places.push(at))
  expect(hoisted.tools).toEqual([look, exec])
  expect(hoisted.turns).toEqual([request.turns[1], { author: 'instruction', parts: [], changes: { reasoning: { effort: 'low' } } }])
  expect(places).toEqual(['/input/0', '/turns/2'])
  expect(hoistAddedTools(hoisted, () => expect.unreachable())).toBe(hoisted)
})
