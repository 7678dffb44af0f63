import { UnsupportedError } from '@interlingua/core'
import type { Context, GenerateAdapter, GenerateRequest, Lowered } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { createTestContext } from './create-test-context.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence } from './equivalence.ts'
import type { Violation } from './violation.ts'

/** Law "lowering is idempotent": a second lowering changes nothing and reports nothing new. */
export function lawLoweringIdempotent(
  adapter: Pick<GenerateAdapter, 'lowerRequest'>,
  request: GenerateRequest,
  test = createTestContext(),
): readonly Violation[] {
  return attempt('lowering idempotent', (say) => {
    const once = lowerOrRefuse(adapter, request, test.context)
    if (once === undefined) return
    const first = new Set(test.notices.map(({ code, path }) => `${code} ${path}`))
    const before = test.notices.length
    const twice = adapter.lowerRequest(once.request, test.context)
    for (const path of diff(once.request, twice.request, canonicalEquivalence)) say(path, 'lowering again changes it')
    for (const { code, path } of test.notices.slice(before)) {
      if (!first.has(`${code} ${path}`)) say(path, `lowering again reports ${code}`)
    }
  })
}

function lowerOrRefuse(adapter: Pick<GenerateAdapter, 'lowerRequest'>, request: GenerateRequest, context: Context): Lowered | undefined {
  try {
    return adapter.lowerRequest(request, context)
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined
    throw error
  }
}
