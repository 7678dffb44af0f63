import { issueKey } from '@interlingua/access'
import type { ChannelDetails, ChannelHealth } from '@interlingua/console/api'
import { expect, test, vi } from 'vitest'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { askOften, chatChannel, startChatUpstream } from './chat-upstream.ts'
import { bundle, key, startWorkers } from './start-workers.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

test('a pause, its end, a retry and the last failure are those of all workers', async () => {
  const stores = await openStores()
  const options = (await stores.kinds[0]?.create()) ?? {}
  const store = await stores.open(options)
  const issued = issueKey({ name: 'ops', admin: true }, Date.now())
  await store.keys.insert(issued.key)
  const upstream = await startChatUpstream()
  const config = {
    workers: 2,
    channels: [chatChannel(upstream.url)],
    retry: { attempts: 1 },
    circuitBreaker: { failures: 4, cooldown: 600 },
  }
  const workers = await startWorkers(await bundle(), config, options)
  const { url } = workers

  async function call<Answered>(method: string, path = '', body?: object): Promise<Answered> {
    const answer = await fetch(`${url}/admin/api/channels/chat${path}`, {
      method,
      // Another connection for each call, so that any worker may take it.
      headers: { authorization: `Bearer ${issued.secret}`, 'content-type': 'application/json', connection: 'close' },
      ...(body && { body: JSON.stringify(body) }),
    })
    // The rate of calls is that of people.
    if (answer.status === 429) {
      await new Promise((done) => setTimeout(done, 500))
      return call(method, path, body)
    }
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as Answered // the API's own answer
  }
  /** States that the workers tell, asked so often that both answer. */
  async function states(): Promise<readonly string[]> {
    const all = await Promise.all(Array.from({ length: 12 }, () => call<ChannelDetails>('GET')))
    return [...new Set(all.map(({ state, cause }) => `${state} ${cause}`))]
  }
  const ask = (): Promise<Readonly<Record<number, number>>> => askOften(url, key, 60)

  expect(await ask()).toEqual({ 200: 60 })
  const paused = await call<ChannelHealth>('POST', '/pause', { seconds: 600 })
  expect([paused.state, paused.cause]).toEqual(['open', 'pause'])
  expect(await states()).toEqual(['open pause'])
  expect(await ask()).toEqual({ 503: 60 })

  // A worker that comes later, and other settings of the channel, leave it paused.
  const [pid = 0] = workers.pids().values()
  process.kill(pid, 'SIGKILL')
  await waitFor(() => workers.pids().size === 2 && ![...workers.pids().values()].includes(pid), 30_000)
  workers.write({ ...config, channels: [{ ...chatChannel(upstream.url), apiKey: 'another' }] })
  await waitFor(() => workers.log().some(({ event }) => event === 'reload'), 30_000)
  expect(await ask()).toEqual({ 503: 60 })
  expect(await states()).toEqual(['open pause'])

  expect((await call<ChannelHealth>('DELETE', '/pause')).state).toBe('closed')
  await waitFor(async () => (await states()).join() === 'closed undefined')
  expect(await ask()).toEqual({ 200: 60 })

  // The end of a pause by its time is known without a request.
  await call('POST', '/pause', { seconds: 2 })
  await waitFor(async () => (await states()).join() === 'closed undefined', 10_000)
  expect(await ask()).toEqual({ 200: 60 })

  upstream.status = 500
  await ask()
  await waitFor(async () => (await states()).join() === 'open failures')
  const details = await Promise.all(Array.from({ length: 12 }, () => call<ChannelDetails>('GET')))
  expect(new Set(details.map(({ lastFailure }) => JSON.stringify(lastFailure))).size).toBe(1)
  expect(details[0]).toMatchObject({
    lastFailure: { status: 500, message: 'no' },
    definition: { file: 'interlingua.yaml', line: 1, key: { from: 'configuration', isSet: true } },
  })
  upstream.status = 200
  await call('POST', '/retry')
  await waitFor(async () => (await states()).join() === 'half-open failures')
  // The probe closes it for both.
  await waitFor(async () => (await ask())[200] === 60)
  await waitFor(async () => (await states()).join() === 'closed undefined')
})
