import { expect, test } from 'vitest'
import { missingMembers } from '../src/missing-members.ts'

test('members that a server left out are those of the request, else the defaults of the standard, and its own stay', () => {
  const own = { id: 'r', object: 'response', status: 'completed', output: [], temperature: null, extra: 1 }
  const tools = [{ type: 'function', name: 'f' }]
  const added = missingMembers(own, { tools, top_p: 0.5, store: true, input: 'x' })
  const whole = [{ type: 'function', name: 'f', description: null, parameters: null, strict: false }]
  expect(added).toMatchObject({ tools: whole, top_p: 0.5, presence_penalty: 0, completed_at: null, service_tier: 'default', store: false })
  expect(Object.keys(added ?? {}).filter((key) => key in own)).toEqual([])
  expect(missingMembers({ ...own, ...added }, {})).toBeUndefined()
})
