import { expect, test } from 'vitest'
import { openWindow } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'
import { recordOf } from './support/seed.ts'

const mebibyte = 1024 * 1024

/** Requests of an hour, two each second. */
const hour = 7200

test('the memory of an open page does not grow with an hour of live requests', async () => {
  let time = Date.now()
  const opened = await openConsole({ now: () => time })
  await opened.send()
  const { page, context, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('live ●').waitFor()
  await page.goto(`${opened.url}/console/requests`)
  await page.getByText('1 request shown').waitFor()
  await page.getByText('live ●').waitFor()
  await page.getByLabel('show new ones at once').check()
  const inspector = await context.newCDPSession(page)

  /** Bytes of the heap, and elements and listeners of the page, after a collection. */
  async function measure(): Promise<{ readonly heap: number; readonly nodes: number; readonly listeners: number }> {
    await inspector.send('HeapProfiler.collectGarbage')
    const { usedSize } = await inspector.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await inspector.send('Memory.getDOMCounters')
    return { heap: usedSize, nodes, listeners: jsEventListeners }
  }

  const { state } = opened.gateway
  const key = await opened.store.keys.find('laptop')
  if (state === undefined || key === undefined) throw new Error('the gateway does not serve')
  const [channel] = state.channels
  const { observer } = opened.console
  let sent = 0

  /** Tells the page of so many requests, as the gateway does when it serves them. */
  async function live(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const id = `req_live${String(sent++).padStart(8, '0')}`
      // A second for each two: so many are told without a sample.
      if (sent % 2 === 0) time += 1000
      const endpoint = { method: 'POST', path: '/v1/messages', access: 'key', operation: 'generate', metered: true, summary: '' }
      const edge = { adapter: { format: 'messages' } }
      const request = {
        id,
        requestId: id,
        at: Date.now(),
        startedAt: performance.now(),
        endpoint,
        edge,
        gateway: state,
        incoming: { headers: {} },
      }
      const grant = { key }
      const admitted = { client: request, grant, attempts: 1, model: `model-${sent % 50}`, stream: true }
      const reply = { client: request, admitted, notices: [], response: { headersSent: true, statusCode: 200 } }
      // The members that observers read.
      observer.open?.(request as never)
      observer.attempt?.({ admitted, reply, target: { channel, model: 'demo-chat' } } as never)
      observer.close?.(
        reply as never,
        'ok',
        recordOf(id, { key: key?.id ?? '', at: Date.now(), model: `model-${sent % 50}`, notices: ['chat/top-k'] }),
      )
      if (index % 20 === 19) await new Promise((done) => setTimeout(done, 10))
    }
    // The last one has reached the page.
    await page.locator(`[data-row][href*="req_live${String(sent - 1).padStart(8, '0')}"]`).waitFor()
  }

  await live(400)
  const before = await measure()
  await live(hour)
  const after = await measure()
  console.log(
    `after 400 requests ${(before.heap / mebibyte).toFixed(1)} MiB, ${before.nodes} nodes, ${before.listeners} listeners; ` +
      `after ${400 + hour} ${(after.heap / mebibyte).toFixed(1)} MiB, ${after.nodes} nodes, ${after.listeners} listeners`,
  )
  expect(after.heap - before.heap).toBeLessThan(2 * mebibyte)
  expect(after.nodes).toBeLessThan(before.nodes * 1.5)
  expect(after.listeners).toBeLessThan(before.listeners * 1.5)
  expectQuiet()
})
