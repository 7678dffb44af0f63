import { defaultLimits, defaultPolicy } from '@interlingua/core'
import type { Context, Notice } from '@interlingua/core'

export interface TestContext {
  readonly context: Context
  /** All notices so far, in order. */
  readonly notices: Notice[]
}

/** Makes a context without time and chance: ids count up from 1, and the clock stands at 2026-01-01T00:00:00Z. */
export function createTestContext(overrides: Partial<Omit<Context, 'onNotice'>> = {}): TestContext {
  const notices: Notice[] = []
  let ids = 0
  return {
    notices,
    context: {
      onNotice: (notice) => void notices.push(notice),
      newId: (prefix) => `${prefix}${String(++ids).padStart(8, '0')}`,
      now: () => 1_767_225_600_000,
      limits: defaultLimits,
      policy: defaultPolicy,
      dialect: {},
      ...overrides,
    },
  }
}
