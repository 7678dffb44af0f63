import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** MiB of the young heap of a process that makes objects of which many live for a while, as open streams do. */
function youngHeap(limited: boolean): number {
  const module = new URL('../../src/operation/limit-heap.ts', import.meta.url).href
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    ${limited ? `const { limitHeap } = await import(${JSON.stringify(module)}); limitHeap()` : ''}
    const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis))
    await sleep(1100)
    const held = []
    for (let turn = 0; turn < 800; turn++) {
      for (let made = 0; made < 2000; made++) held.push({ turn, made, more: [made] })
      if (held.length > 80_000) held.splice(0, 40_000)
      await sleep(1)
    }
    const { space_size: bytes } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    console.log(bytes / 2 ** 20)`
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }))
}

test('the young heap grows to 16 MiB under load and no further, where it would be larger by itself', () => {
  expect(youngHeap(true)).toBe(16)
  expect(youngHeap(false)).toBeGreaterThan(16)
}, 60_000)
