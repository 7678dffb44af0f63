import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { type OpenedConsole, openConsole } from './support/open-console.ts'

async function openList(opened: OpenedConsole, path = '/console/requests') {
  const window = await openWindow(opened.url)
  await window.page.goto(await opened.link())
  await window.page.getByText('live ●').waitFor()
  await window.page.goto(`${opened.url}${path}`)
  await window.page.getByText('live ●').waitFor()
  return window
}

test('new requests wait behind a button while somebody reads, and come at once where they shall', async () => {
  const opened = await openConsole()
  await opened.send()
  const { page, expectQuiet } = await openList(opened)
  await page.getByText('1 request shown').waitFor()
  const rows = page.locator('tbody tr')
  for (let count = 0; count < 3; count++) await opened.send()
  const button = page.getByRole('button', { name: '3 new' })
  await button.waitFor()
  expect(await rows.count()).toBe(1)
  await takePicture(page, 'requests-new')
  await button.click()
  await page.getByText('4 requests shown').waitFor()
  expect(await rows.count()).toBe(4)

  await page.getByLabel('show new ones at once').check()
  await opened.send('no-such-model')
  await page.getByText('5 requests shown').waitFor()
  expect(await rows.first().textContent()).toContain('404')
  expectQuiet()
})

test('under a filter only those wait that fit it', async () => {
  const opened = await openConsole()
  await opened.send('no-such-model')
  const { page } = await openList(opened, '/console/requests?filter=status%3Aerror')
  await page.getByText('1 request shown').waitFor()
  await opened.send()
  await opened.send('no-such-model')
  await page.getByRole('button', { name: '1 new' }).waitFor()
  // Records are written together, a moment after the answers.
  await expect.poll(async () => (await opened.store.usage.list({}, { limit: 10 })).length).toBe(3)
  await page.reload()
  await page.getByText('2 requests shown').waitFor()
})

test('a request that runs is counted in the bar, and no longer when it ends', async () => {
  const opened = await openConsole()
  const { page } = await openList(opened)
  const sent = opened.send('demo-chat', 'Hello [demo:stall 3s first]')
  await page.getByRole('link', { name: 'Requests 1 running now' }).waitFor()
  await page.getByText('1 running now').last().waitFor()
  expect(await page.getByRole('row', { name: /running/ }).count()).toBe(0)
  await sent
  await page.getByRole('link', { name: 'Requests', exact: true }).waitFor()
})

test('a request that runs is in the list at once where new ones shall be, and then as one that ended', async () => {
  const opened = await openConsole()
  await opened.send()
  const { page, expectQuiet } = await openList(opened)
  await page.getByText('1 request shown').waitFor()
  await page.getByLabel('show new ones at once').check()
  const sent = opened.send('demo-chat', 'Hello [demo:stall 3s first]')
  await page.getByRole('row', { name: /laptop messages demo-chat → local running … \/ \d/ }).waitFor()
  await takePicture(page, 'requests-running')
  expect(await findBarriers(page)).toEqual([])
  await sent
  await page.getByText('2 requests shown').waitFor()
  await page.getByRole('row', { name: /running/ }).waitFor({ state: 'detached' })
  expectQuiet()
})

test('after a restart of the gateway the page has what came meanwhile', async () => {
  const opened = await openConsole()
  await opened.send()
  const { page } = await openList(opened)
  await page.getByText('1 request shown').waitFor()
  await opened.stop()
  await page.getByText('No connection since').waitFor()
  await opened.start()
  await opened.send()
  await page.getByText('2 requests shown').waitFor({ timeout: 20_000 })
})

test('a hidden tab is not connected, and catches up when it is shown', async () => {
  const opened = await openConsole()
  await opened.send()
  const { page } = await openList(opened)
  await page.getByText('1 request shown').waitFor()
  const show = (hidden: boolean): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/events'))
  await show(true)
  await page.getByText('not live').waitFor()
  await ended
  await opened.send()
  await show(false)
  await page.getByText('live ●').waitFor()
  // Either the event was kept for it, or it reads the list anew.
  await page.getByText(/^(?:1 new|2 requests shown.*)$/).waitFor()
})

test('a file has all requests that fit, not only those on the page', async () => {
  const opened = await openConsole()
  const key = (await opened.store.keys.find('laptop'))?.id ?? ''
  const { recordOf } = await import('./support/seed.ts')
  await opened.store.usage.add(
    Array.from({ length: 1205 }, (_, index) => recordOf(`req_${index}`, { key, at: Date.now() - index * 1000 - 1000 })),
  )
  const { page, expectQuiet } = await openList(opened)
  await page.getByText('100 requests shown').waitFor()
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByText('200 requests shown').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const stream = await (await download).createReadStream()
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  expect(text.trim().split('\r\n')).toHaveLength(1206)
  await page.getByText('1,205 requests are in the file').waitFor()
  expectQuiet()
})

test('the page does not grow while requests come and go', async () => {
  const opened = await openConsole()
  const { page, context } = await openList(opened)
  await page.getByLabel('show new ones at once').check()
  const session = await context.newCDPSession(page)
  async function heap(): Promise<number> {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize
  }
  async function sendMany(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 20) await Promise.all(Array.from({ length: 20 }, () => opened.send()))
  }
  // Beyond the most rows that are kept, so that the list is as long as it gets.
  const full = page.getByRole('button', { name: 'Read the list anew' })
  for (let count = 0; count < 40 && !(await full.isVisible()); count++) await sendMany(200)
  await page.waitForTimeout(1000)
  const before = await heap()
  await sendMany(2000)
  await page.waitForTimeout(1000)
  const after = await heap()
  console.log(`heap of the page: ${(before / 1e6).toFixed(1)} MB, after 2,000 further requests ${(after / 1e6).toFixed(1)} MB`)
  expect(after - before).toBeLessThan(3_000_000)
})
