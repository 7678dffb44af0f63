// Runs the laws of the test kit on the adapter, then lets a chat client speak to a Parley upstream: `node examples/adapter-author/run.ts`.
import assert from 'node:assert/strict'
import { chat } from '@interlingua/chat'
import { chain, translateRequest, translateStream } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { startVitest } from 'vitest/node'
import { parley } from './adapter.ts'

const { context, notices } = createTestContext()
const sides = { client: context, upstream: context }
const body = { model: 'parley-1', stream: true, seed: 7, messages: [{ role: 'user', content: 'Good morning!' }] }
const request = translateRequest(chat, parley, { path: '/v1/chat/completions', query: {}, headers: {}, body }, sides)
assert.ok(request.refusal === undefined, 'the default policy refuses no lost seed')
const { message, asked, sent } = request
console.log('Parley is asked:', JSON.stringify(message.body), 'lost:', notices.map(({ code, path }) => `${code} ${path}`).join(', '))
assert.deepEqual(message.body, { model: 'parley-1', lines: [{ by: 'caller', say: 'Good morning!' }], live: true })
assert.deepEqual(
  notices.map(({ path }) => path),
  ['/seed'],
)

const { reader, writer } = translateStream(chat, parley, sides, { ...asked, ...sent })
const translation = chain(reader, writer)
const answer = ['{"ticket":"t1","model":"parley-1"}', '{"more":"Good morning."}', '{"why":"finished","tokens":{"in":3,"out":3}}']
const text = [...answer.flatMap((data) => translation.push(`data: ${data}\n\n`)), ...translation.end()].join('')
console.log(`The chat client reads:\n${text}`)
assert.match(text, /"content":"Good morning\."/)
assert.ok(text.endsWith('data: [DONE]\n\n'))

const vitest = await startVitest('test', [], { root: import.meta.dirname, config: false, watch: false, include: ['laws.test.ts'] })
await vitest.close()
if (vitest.state.getCountOfFailedTests() > 0 || vitest.state.getFiles().length === 0) process.exitCode = 1
