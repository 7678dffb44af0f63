import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWindow } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'
import { seedRequests } from './support/seed.ts'

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 60) ?? ''
  })

/** Presses Tab until an element has the focus that has this text. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let count = 0; count < 400; count++) {
    await page.keyboard.press('Tab')
    if ((await focused(page)).startsWith(text)) return
  }
  throw new Error(`Tab never came to ${text}`)
}

test('each page is reached, and left, by keys alone', async () => {
  const opened = await openConsole()
  await seedRequests(opened)
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(`${opened.url}/console/`)
  // Sign in: the field has the focus.
  await page.waitForFunction(() => document.activeElement?.id === 'key')
  await page.keyboard.type(opened.admin)
  await page.keyboard.press('Enter')
  await page.getByText('Working.').waitFor()

  // The skip link is the first stop.
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Skip to the page')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')

  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
  await expect.poll(() => focused(page)).toBe('Requests')
  await page.getByText('100 requests shown').waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => focused(page)).toBe('Filter requests')
  await page.keyboard.type('status:error ?')
  await page.keyboard.press('Enter')
  await page.getByText('“?” is no filter').waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.getByText('2 requests shown').waitFor()
  await expect.poll(() => page.url()).toContain('filter=status%3Aerror')
  await tabTo(page, 'Download JSON lines')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Request req_failed' }).waitFor()
  await page.getByText('Id at the upstream').waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Request req_hostile' }).waitFor()
  await page.getByText('Id at the upstream').waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Request req_failed' }).waitFor()
  await tabTo(page, 'Record')
  await page.keyboard.press('Enter')
  await page.getByLabel('Record as JSON').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Request req_hostile' }).waitFor()

  // `k` alone leads to the request before, of which there is one here.
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Request req_failed' }).waitFor()
  await page.getByText('Id at the upstream').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.getByText('keys shown').waitFor()
  await tabTo(page, 'New key')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.type('by-keys')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Secret of by-keys' }).waitFor()
  await tabTo(page, 'Copy')
  // The box says that it was copied; then the button is there.
  for (let count = 0; count < 5 && (await page.evaluate(() => document.activeElement?.getAttribute('type'))) !== 'checkbox'; count++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await tabTo(page, 'Done')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await tabTo(page, 'Revoke by-keys')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Revoke by-keys' }).waitFor()
  await page.keyboard.type('by-keys')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.getByRole('heading', { name: 'Budgets' }).waitFor()
  await tabTo(page, 'cost by model')
  const chart = page.getByRole('slider')
  const last = await chart.getAttribute('aria-valuenow')
  await page.keyboard.press('ArrowLeft')
  expect(await chart.getAttribute('aria-valuenow')).toBe(String(Number(last) - 1))
  await page.keyboard.press('Home')
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+: \$0\.00$/)
  await tabTo(page, 'Download CSV')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
  await page.getByText('requests shown').waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.getByText('with and without losses').waitFor()
  await page.keyboard.press('j')
  expect(await focused(page)).toBe('chat/top-k')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Newest requests' }).waitFor()
  await tabTo(page, 'All notices')
  await page.keyboard.press('Enter')
  await page.getByText('with and without losses').waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press(',')
  await page.getByText('(this one)').waitFor()
  await tabTo(page, 'Sign-ins')
  await page.keyboard.press('ArrowRight')
  for (const tab of ['Configuration', 'Prices', 'Recording']) {
    await expect.poll(() => focused(page)).toBe(tab)
    await page.keyboard.press('ArrowRight')
  }
  await expect.poll(() => focused(page)).toBe('Audit')
  await page.getByText('key.revoke').waitFor()
  await expect.poll(() => page.url()).toContain('tab=audit')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByText('Working.').waitFor()
  expectQuiet()
})

test('each stop of Tab can be seen, and none is a trap', async () => {
  const opened = await openConsole()
  await seedRequests(opened)
  const { page } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  for (const path of [
    '/console',
    '/console/setup?for=codex',
    '/console/requests?last=15min',
    '/console/requests/req_failed',
    '/console/usage',
    '/console/keys',
    '/console/notices',
    '/console/notices?code=chat%2Ftop-k',
    '/console/settings',
    '/console/settings?tab=recording',
  ]) {
    await page.goto(opened.url + path)
    await page.getByText('live ●').waitFor()
    await page.waitForTimeout(500)
    const stops: string[] = []
    for (let count = 0; count < 150; count++) {
      await page.keyboard.press('Tab')
      const seen = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return undefined
        const { width, height } = element.getBoundingClientRect()
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
        const visible = width > 0 && height > 0 && outlineStyle !== 'none' && outlineWidth !== '0px'
        return { name: `${element.tagName} ${name.slice(0, 40)}`, visible }
      })
      // The focus leaves the page at its end.
      if (seen === undefined) break
      stops.push(seen.name)
      expect([path, seen]).toEqual([path, { ...seen, visible: true }])
    }
    expect(stops[0]).toBe('A Skip to the page')
    expect(stops.length).toBeGreaterThan(5)
    expect(stops.length).toBeLessThan(150)
  }
})
