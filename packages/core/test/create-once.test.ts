import { defaultLimits, defaultPolicy } from '@interlingua/core'
import { createOnce } from '@interlingua/core/adapter'
import type { Notice, Pointer } from '@interlingua/core'
import { expect, test } from 'vitest'

const at = (path: Pointer, code: Notice['code'] = 'acme/gone'): Notice => ({ code, kind: 'dropped', path, message: 'gone' })

function heard(...given: readonly Notice[]): readonly string[] {
  const told: Notice[] = []
  const context = createOnce({
    now: () => 0,
    newId: (prefix) => prefix,
    dialect: {},
    limits: defaultLimits,
    policy: defaultPolicy,
    onNotice: (notice) => void told.push(notice),
  })
  for (const notice of given) context.onNotice(notice)
  return told.map(({ code, path }) => `${code} ${path}`)
}

test('what was said of a place is not said again', () => {
  expect(heard(at('/a'), at('/a'), at('/b'), at('/a', 'acme/other'))).toEqual(['acme/gone /a', 'acme/gone /b', 'acme/other /a'])
})

test('notices without a place are all told: each may speak of something else', () => {
  expect(heard(at(''), at(''))).toEqual(['acme/gone ', 'acme/gone '])
})
