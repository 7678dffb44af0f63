import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { videoOf } from '../src/http/videos/video-of.ts'
import { loadEncoder } from '../src/http/videos/load-encoder.ts'
import { makeVideo } from '../src/http/videos/make-video.ts'
import { postJson } from './post-json.ts'
import { canProbe, probe } from './probe.ts'
import { serve } from './provider.ts'

const { provider } = await serve()
const wide = { width: 1280, height: 720 }

test('the encoder leaves the process as it was', async () => {
  const listeners = (): readonly number[] => [process.listenerCount('uncaughtException'), process.listenerCount('unhandledRejection')]
  const before = listeners()
  for (let i = 0; i < 2; i++) {
    const encoder = await loadEncoder()
    encoder.delete()
  }
  expect(listeners()).toEqual(before)
})

test('a film is made once, however many ask for it', async () => {
  const video = videoOf({ model: 'm', prompt: 'Asked for at once', size: wide, seconds: 4 })
  const files = await Promise.all(Array.from({ length: 5 }, () => makeVideo({ ...video })))
  expect(new Set(files).size).toBe(1)
  expect(await makeVideo(video)).toBe(files[0])
})

test('others have a turn after every frame', async () => {
  let turns = 0
  const count = (): void => {
    turns++
    waiting = setImmediate(count)
  }
  let waiting = setImmediate(count)
  const video = videoOf({ model: 'm', prompt: 'Made while others wait', size: wide, seconds: 20 })
  await makeVideo(video)
  clearImmediate(waiting)
  expect(turns).toBeGreaterThanOrEqual(video.frames)
})

test.runIf(canProbe)('prompts in any script, of any length, are shown as far as that goes', async () => {
  for (const prompt of ['', '猫在垫子上 🐈', 'x'.repeat(5000), 'a\nb\tc']) {
    const file = await makeVideo(videoOf({ model: 'm', prompt, size: { width: 480, height: 854 }, seconds: 1 }))
    expect(probe(file)).toMatchObject({ codec: 'h264', width: 180, height: 320, frames: 4, seconds: 1 })
  }
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // the type of the function that the flag adds to new contexts

test('a file of 100 MB passes without ever being in memory', async () => {
  const key = { authorization: 'Bearer demo' }
  const request = { model: 'demo-openai-videos', prompt: 'Huge [demo:size 100][demo:task-time 1ms]' }
  const { body } = await postJson(`${provider.url}/v1/videos`, request)
  const address = `${provider.url}/v1/videos/${(body as { readonly id: string }).id}/content`
  const reply = await fetch(address, { headers: key })
  // Memory that was read stays until it is collected, so that only the remainder counts as held.
  const held = (): number => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = held()
  let bytes = 0
  let most = 0
  let looked = 0
  for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
    // The body of fetch consists of bytes.
    bytes += chunk.length
    if (bytes - looked < 10_000_000) continue
    looked = bytes
    most = Math.max(most, held() - before)
  }
  expect(bytes).toBe(100_000_000)
  expect(looked).toBeGreaterThan(0)
  expect(most).toBeLessThan(16 * 1024 * 1024)
})
