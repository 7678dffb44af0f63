import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPendingCalls } from '../src/parts/create-pending-calls.ts'
import { runs } from '../../../tools/runs.ts'

const name = fc.constantFrom('f', 'g')
const id = fc.constantFrom('a', 'b', 'c')
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), name, id, spelled: fc.boolean() }),
  fc.record({ do: fc.constant('take' as const), name, id: fc.option(id, { nil: undefined }) }),
  fc.record({ do: fc.constant('forget' as const) }),
)

test('a result takes the first call of its id, else the first of its name whose id it cannot know', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const waiting = createPendingCalls()
      let calls: { readonly name: string; readonly id: string; readonly spelled: boolean }[] = []
      for (const taken of steps) {
        if (taken.do === 'forget') {
          waiting.forget()
          calls = []
        } else if (taken.do === 'add') {
          waiting.add(taken.name, taken.id, taken.spelled)
          calls.push(taken)
        } else {
          const call =
            calls.find((one) => one.id === taken.id) ??
            calls.find((one) => one.name === taken.name && (taken.id === undefined || !one.spelled))
          expect(waiting.take(taken.name, taken.id)).toBe(call?.id)
          calls = calls.filter((one) => one !== call)
        }
      }
    }),
    runs(2000),
  )
})
