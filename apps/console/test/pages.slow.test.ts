import { beforeAll, describe, expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture, type Watched } from './support/browser.ts'
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
  ['usage', '/console/usage', 'Budgets'],
  ['usage-hours', '/console/usage?last=24h&by=client&measure=requests', 'Download CSV'],
  ['usage-days', '/console/usage?by=time', 'Download CSV'],
  ['usage-keys', '/console/usage?by=key&measure=output', 'laptop'],
  ['usage-none', '/console/usage?filter=model%3Anone', 'No request of this time fits'],
  ['keys', '/console/keys', 'keys shown'],
  ['channels', '/console/channels', 'Channels stand in'],
  ['channel', '/console/channels?open=second', 'No failure since'],
  ['models', '/console/channels?tab=models', 'models shown'],
  ['resolve', '/console/channels?tab=resolve&model=demo-chat', 'listed as'],
  ['notices', '/console/notices', 'chat/top-k'],
  ['notices-ways', '/console/notices?view=way', 'by client and channel'],
  ['notice', '/console/notices?code=chat%2Ftop-k', 'Newest requests'],
  ['notice-absent', '/console/notices?code=chat%2Fnone', 'No request of this time has this notice'],
  ['settings', '/console/settings', '(this one)'],
  ['config', '/console/settings?tab=config', 'settings shown'],
  ['prices', '/console/settings?tab=prices', 'for a million tokens'],
  ['about', '/console/settings?tab=about', 'Node.js'],
  ['recording', '/console/settings?tab=recording', 'No contents are kept'],
  ['audit', '/console/settings?tab=audit', 'login'],
  ['absent', '/console/nowhere', 'There is no such page'],
] as const

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('in %s at %i pixels', (theme, width) => {
  let watched: Watched
  beforeAll(async () => {
    watched = await openWindow(opened.url, { width, dark: theme === 'dark' })
    await watched.page.goto(await opened.link())
    await watched.page.getByText('Working.').waitFor()
  })

  test.each(pages)('%s is whole, without barriers, and asks for nothing elsewhere', async (name, path, text) => {
    const { page, expectQuiet } = watched
    await page.goto(opened.url + path)
    try {
      await page.getByText(text).first().waitFor()
    } catch (error) {
      throw new Error(`${name} shows: ${await page.locator('body').innerText()}`, { cause: error })
    }
    await takePicture(page, `${name}-${theme}-${width}`)
    expect(await findBarriers(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow).toBe(0)
    expect(await page.locator('h1').count()).toBe(1)
    expectQuiet()
  })
})
