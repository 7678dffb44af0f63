import { expect, test } from 'vitest'
import { keepEnvironment } from '../keep-environment.ts'

test('variables that were added, changed and deleted are as they were', () => {
  const environment: Record<string, string | undefined> = { kept: '1', changed: '2', deleted: '3' }
  const restore = keepEnvironment(environment)
  Object.assign(environment, { changed: 'other', added: '4' })
  delete environment['deleted']
  restore()
  expect(environment).toEqual({ kept: '1', changed: '2', deleted: '3' })
})
