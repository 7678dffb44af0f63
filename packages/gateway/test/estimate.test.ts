import { fileURLToPath } from 'node:url'
import { contents } from '@interlingua/contents'
import { defaultLimits, defaultPolicy, isJsonObject, type Context, type GenerateAdapter, type JsonObject } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { responses } from '@interlingua/responses'
import { messageOf, readCorpus, type Recording } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { estimateTokens } from '../src/metering/estimate-tokens.ts'

// Traffic recorded outside this project; it lies beside the checkout, and is not part of it.
const corpus = fileURLToPath(new URL('../../../../shared/corpus/count_tokens', import.meta.url))

const context: Context = {
  onNotice: () => {},
  newId: (prefix) => `${prefix}1`,
  now: () => 0,
  limits: defaultLimits,
  policy: defaultPolicy,
  dialect: {},
}

function adapterOf({ path }: Recording): GenerateAdapter {
  return path.includes('count_tokens') ? messages : path.includes('input_tokens') ? responses : contents
}

function answerOf({ response }: Recording): number {
  const body: JsonObject = isJsonObject(response) ? response : {}
  return Number(body['input_tokens'] ?? body['totalTokens'])
}

describeRecordings('recorded counts', corpus, () => {
  test.each(readCorpus(corpus) ?? [])('$id: the estimate is at most 15 % above, never below', async (exchange) => {
    const { count } = adapterOf(exchange)
    const message = messageOf(exchange)
    if (count === undefined || message === undefined) throw new Error('a recorded count has a request in a format that counts')
    const request = count.decodeCountRequest(count.parseCountRequest(message, context), context)
    const model = /models\/([^:/]+):/.exec(exchange.path)?.[1] ?? request.model
    const estimate = await estimateTokens(request, model)
    const answer = answerOf(exchange)
    expect(estimate).toBeGreaterThanOrEqual(answer)
    expect(estimate).toBeLessThanOrEqual(answer * 1.15)
  })
})
