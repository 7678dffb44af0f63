import { beforeAll, describe, expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { type OpenedConsole, openConsole } from './support/open-console.ts'
import { seedRequests } from './support/seed.ts'

let opened: OpenedConsole

beforeAll(async () => {
  opened = await openConsole({ demo: true, channels: ['local', 'second'] })
  await seedRequests(opened)
  await opened.send()
})

/** Pages, each with its address and a text that is there when it is whole. */
const pages = [
  ['home', '/console', 'Lately'],
  ['setup', '/console/setup?for=codex', 'Choose or make a key above'],
  ['translate', '/console/translate', 'The policy lets it pass.'],
  ['translate-answer', '/console/translate?direction=answer', 'The policy lets it pass.'],
  ['translate-stream', '/console/translate?direction=stream', 'the stream ends'],
  ['requests', '/console/requests', 'requests shown'],
  ['requests-none', '/console/requests?filter=model%3Anone', 'No request of this time fits'],
  ['requests-wrong', '/console/requests?filter=colour%3Ared', 'There is no filter'],
  ['request', '/console/requests/req_failed', 'Attempts'],
  ['request-hostile', '/console/requests/req_hostile', 'Attempts'],
  ['request-absent', '/console/requests/req_none', 'There is no record of this request'],
  ['keys', '/console/keys', 'keys shown'],
  ['channels', '/console/channels', 'Channels stand in'],
  ['models', '/console/channels?tab=models', 'models shown'],
  ['resolve', '/console/channels?tab=resolve&model=demo-chat', 'listed as'],
  ['settings', '/console/settings', '(this one)'],
  ['audit', '/console/settings?tab=audit', 'login'],
  ['absent', '/console/nowhere', 'There is no such page'],
] as const

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('in %s at %i pixels', (theme, width) => {
  test('each page is whole, without barriers, and asks for nothing elsewhere', { timeout: 300_000 }, async () => {
    const { page, expectQuiet } = await openWindow(opened.url, { width, dark: theme === 'dark' })
    await page.goto(await opened.link())
    for (const [name, path, text] of pages) {
      // The admin API takes twenty calls in a second.
      await page.waitForTimeout(200)
      if (name !== 'home') await page.goto(opened.url + path)
      try {
        await page.getByText(text).first().waitFor({ timeout: 15_000 })
      } catch (error) {
        throw new Error(`${name} shows: ${await page.locator('body').innerText()}`, { cause: error })
      }
      await takePicture(page, `${name}-${theme}-${width}`)
      expect([name, await findBarriers(page)]).toEqual([name, []])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([name, overflow]).toEqual([name, 0])
      expect(await page.locator('h1').count()).toBe(1)
    }
    expectQuiet()
  })
})
