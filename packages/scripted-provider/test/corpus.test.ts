import { fileURLToPath } from 'node:url'
import { isJsonObject } from '@interlingua/core'
import { readCorpus } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { serve } from './provider.ts'

const { provider } = await serve()
const headers = { authorization: 'Bearer k' }
const folder = (name: string): string => fileURLToPath(new URL(`../../../../shared/corpus/${name}`, import.meta.url))

/** Refusals that depend on the state of the real server: its signatures, items, answers, conversations and caches. */
const stateful =
  /could not be verified|not found|No tool call found|Thought signature is not valid|missing a thought_signature|without its required|Cannot fetch content/

/** The demo's refusal of a request that the vendor took; `undefined` where the demo takes it too. */
async function refusal(path: string, body: unknown): Promise<string | undefined> {
  const response = await fetch(provider.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  return response.ok || stateful.test(text) ? undefined : text
}

describeRecordings('recorded requests', folder('.'), () => {
  const responses = readCorpus(folder('responses')) ?? []
  const contents = readCorpus(folder('contents')) ?? []

  test('takes every responses request that OpenAI took', async () => {
    const taken = responses.filter(
      ({ provider: vendor, path, status, request }) =>
        vendor === 'openai' && path.endsWith('/responses') && status === 200 && isJsonObject(request),
    )
    expect(taken.length).toBeGreaterThan(40)
    for (const { id, request } of taken) expect(await refusal('/v1/responses', request), id).toBeUndefined()
  })

  test('takes every contents request that Google took on its developer API', async () => {
    const taken = contents.filter(
      ({ path, status, request }) => /^\/v1(?:beta)?\/models\//.test(path) && status === 200 && isJsonObject(request),
    )
    expect(taken.length).toBeGreaterThan(30)
    for (const { id, path, request } of taken) expect(await refusal(path, request), id).toBeUndefined()
  })
})
