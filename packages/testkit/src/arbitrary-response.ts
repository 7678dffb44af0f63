import type { Candidate, Finish, GenerateResponse, Part, Usage } from '@interlingua/core'
import { inputFromBuckets, statusFromFinishes } from '@interlingua/core/adapter'
import fc from 'fast-check'
import { arbitraryCount, arbitraryName } from './arbitrary-leaves.ts'
import { arbitraryAssistantPart, partial } from './arbitrary-part.ts'

/** Usage in which the buckets sum to the total, as every decoder leaves it. */
export const arbitraryUsage: fc.Arbitrary<Usage> = fc
  .tuple(
    arbitraryCount,
    partial<{ cacheRead: number; cacheWrite: number }>({ cacheRead: arbitraryCount, cacheWrite: arbitraryCount }),
    arbitraryCount,
    fc.option(arbitraryCount, { nil: undefined }),
  )
  .map(([fresh, caches, answer, reasoning]) => ({
    input: inputFromBuckets({ fresh, ...caches }),
    output: { total: answer + (reasoning ?? 0), ...(reasoning !== undefined && { reasoning }) },
  }))

/** Usage with buckets that few formats have as well. */
const rareUsage: fc.Arbitrary<Usage> = fc
  .tuple(arbitraryUsage, fc.boolean(), fc.boolean(), fc.boolean())
  .map(([usage, tools, ttl, searches]) => {
    const { total: _, cacheWrite, ...input } = usage.input
    return {
      ...usage,
      input: inputFromBuckets({
        ...input,
        ...(cacheWrite !== undefined && { cacheWrite, ...(ttl && { cacheWriteByTtl: { '30m': cacheWrite } }) }),
        ...(tools && { toolUse: 5 }),
      }),
      ...(searches && { requests: { 'web-search': 1, 'file-search': 2 } }),
    }
  })

const candidate: fc.Arbitrary<Candidate> = fc
  .tuple(
    fc.array(arbitraryAssistantPart, { maxLength: 5 }),
    fc.constantFrom<Finish['unified']>('stop', 'length', 'refusal', 'content-filter', 'pause', 'context-window', 'other', 'stop-sequence'),
  )
  .map(([parts, unified]) => {
    const unique = withUniqueIds(parts)
    const calls = unified === 'stop' && unique.some(({ type }) => type === 'tool-call')
    return {
      index: 0,
      parts: unique,
      finish: calls
        ? { unified: 'tool-calls' }
        : unified === 'stop-sequence'
          ? { unified, sequence: 'END' }
          : unified === 'other'
            ? { unified, message: 'odd' }
            : { unified },
    }
  })

/** Any final answer with one candidate. */
export const arbitraryResponse: fc.Arbitrary<GenerateResponse> = fc
  .tuple(arbitraryName, candidate, fc.option(fc.oneof(arbitraryUsage, rareUsage), { nil: undefined }))
  .map(([id, value, usage]) => ({
    id: `msg_${id}`,
    model: 'demo',
    createdAt: 1_767_225_600_000,
    status: statusFromFinishes([value.finish]),
    candidates: [value],
    ...(usage && { usage }),
  }))

function withUniqueIds(parts: readonly Part[]): readonly Part[] {
  return parts.map((part, position) =>
    part.type === 'tool-call' || part.type === 'hosted-call' ? { ...part, callId: `${part.callId}_${position}` } : part,
  )
}
