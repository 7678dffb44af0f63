import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

test('a new gateway shows what to do next: a first request is sent, and leads to its record', async () => {
  const opened = await openConsole({ demo: true })
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working. The channel is healthy.').waitFor()
  await page.getByText('A scripted program answers here, no model.').waitFor()
  expect(await page.getByRole('heading', { name: 'Lately' }).count()).toBe(0)
  await takePicture(page, 'home-new')
  expect(await findBarriers(page)).toEqual([])
  // Each agent that is named leads to its recipe.
  for (const name of ['Claude Code', 'Codex', 'Gemini CLI']) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.waitForFunction((wanted) => document.querySelector('input:checked')?.parentElement?.textContent?.trim() === wanted, name)
    await page.goBack()
    await page.getByText('Working. The channel is healthy.').waitFor()
  }

  await page.getByRole('button', { name: 'Send one now' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Key').fill('il-wrong')
  await dialog.getByLabel('Model').fill('demo-chat')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('Refused', { exact: true }).waitFor()
  await dialog.getByLabel('Model').fill('')
  await dialog.getByLabel('Key').fill(opened.plain)
  await dialog.getByLabel('Format').focus()
  // The models that this key may use are found, and the first is chosen.
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[list]')?.value === 'demo-chat')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('Answered', { exact: true }).waitFor()
  expect(await dialog.getByLabel('Answer').textContent()).toContain('Demo provider (no real model)')
  await takePicture(page, 'send-first')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('link', { name: 'What became of it' }).click()
  await page.getByRole('heading', { name: /^Request req_/ }).waitFor()
  await page.getByText('As the upstream reported them.').waitFor()
  await takePicture(page, 'first-request')
  expectQuiet()
})

test('Home counts requests, errors and losses as they happen, and drops the steps that are done', async () => {
  const opened = await openConsole()
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await opened.send()
  await opened.send('no-such-model')
  await opened.send('demo-chat', 'Hello', { 'user-agent': 'claude-cli/2.1.330 (external, cli)' })
  await page.getByRole('heading', { name: 'Lately' }).waitFor({ timeout: 15_000 })
  await page.getByRole('list', { name: 'Sums' }).getByText('33.3').waitFor()
  await page.getByText('claude-code').first().waitFor()
  expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0)
  // Bars of small charts have their heights in a narrow window, too.
  expect(await page.getByRole('link', { name: 'local' }).getAttribute('href')).toBe('/console/requests?filter=channel%3Alocal')
  const bars = page.getByRole('img', { name: 'Requests in each' }).locator('rect:not(.none)')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await bars.last().boundingBox())?.height).toBeGreaterThan(10)
    expect((await bars.last().boundingBox())?.height).toBeLessThan(40)
  }
  await page.getByRole('row', { name: /^local chat healthy 0.% \d+.ms 0$/ }).waitFor()
  await page.getByRole('link', { name: 'Show them' }).click()
  await page.getByText('1 request shown').waitFor()
  expectQuiet()
})

test('a page that meets the rate of calls waits for it, and is shown', async () => {
  const opened = await openConsole()
  const { page, context, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  // Calls of the same sign-in go on until one of the page is refused.
  const [cookie] = await context.cookies(`${opened.url}/admin/api/me`)
  const token = await page.evaluate(() => localStorage.getItem('interlingua-console-token') ?? '')
  const headers = { cookie: `${cookie?.name}=${cookie?.value}`, 'x-interlingua-console': token }
  let isRefused = false
  page.on('response', (response) => void (isRefused ||= response.status() === 429 && response.url().endsWith('/me')))
  async function callOften(): Promise<void> {
    while (!isRefused)
      await Promise.all(Array.from({ length: 30 }, async () => (await fetch(`${opened.url}/admin/api/audit?limit=1`, { headers })).text()))
  }
  const calls = callOften()
  try {
    // A busy machine may let the page through in between.
    await expect.poll(() => page.reload().then(() => isRefused), { timeout: 45_000, interval: 100 }).toBe(true)
  } finally {
    isRefused = true
    await calls
  }
  await page.getByText('Working.').waitFor()
  expectQuiet()
})
