import { inputFromBuckets } from '@interlingua/core/adapter'
import type { GenerateResponse, Part, Usage } from '@interlingua/core'
import fc from 'fast-check'
import { arbitraryObject, arbitraryWords } from './arbitrary-leaves.ts'
import { arbitraryUsage } from './arbitrary-response.ts'

/** Responses that every text format can express: text, calls of function tools, usage, and an end by itself or by the cap. */
export const arbitraryCoreResponse: fc.Arbitrary<GenerateResponse> = fc
  .tuple(fc.option(arbitraryWords, { nil: undefined }), fc.array(arbitraryObject, { maxLength: 4 }), fc.boolean(), arbitraryUsage)
  .map(([text, calls, cut, usage]) => {
    const said: Part[] = text === undefined && calls.length > 0 ? [] : [{ type: 'text', text: text ?? 'Hello.' }]
    const called = calls.map((input, i): Part => ({
      type: 'tool-call',
      callId: `call_${i}`,
      name: 'lookup',
      kind: 'function',
      arguments: JSON.stringify(input),
    }))
    return {
      id: 'msg_1',
      model: 'demo',
      createdAt: 1_767_225_600_000,
      status: cut ? 'incomplete' : 'completed',
      candidates: [
        { index: 0, parts: [...said, ...called], finish: { unified: cut ? 'length' : calls.length > 0 ? 'tool-calls' : 'stop' } },
      ],
      usage: withoutWrites(usage),
    }
  })

/** Native contents does not count cache writes. */
function withoutWrites({ input, ...usage }: Usage): Usage {
  const { total: _, cacheWrite: __, ...buckets } = input
  return { ...usage, input: inputFromBuckets(buckets) }
}
