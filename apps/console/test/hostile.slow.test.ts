import { expect, test } from 'vitest'
import { openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'
import { hostile, seedRequests } from './support/seed.ts'

test('texts of others are text everywhere, each sign of them seen, and none of them runs', async () => {
  const opened = await openConsole({ channels: ['local', `bad ${hostile.script}`.slice(0, 60)] })
  await seedRequests(opened)
  // Names that real clients send, and models that they ask for.
  await opened.send(hostile.script, 'Hello', { 'user-agent': '<img/src=x/onerror=alert(5)>/1.0' })
  await opened.send(`${hostile.direction}${hostile.control}`)
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Lately').waitFor()
  for (const [path, text] of [
    ['/console', '<script>alert(1)</script>'],
    ['/console/requests', 'abc⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+200F⟩'],
    ['/console/requests', 'xxxx … (1,000,000 characters)'],
    ['/console/requests/req_hostile', 'a⟨U+0000⟩b⟨U+0007⟩c⟨U+001B⟩[31md⟨U+007F⟩⟨U+0085⟩'],
    ['/console/keys', '<script>alert(1)</script><img'],
    ['/console/settings?tab=audit', 'login'],
    ['/console/usage', '<script>alert(1)</script><img'],
    ['/console/usage?last=24h&measure=requests', 'xxxx … (1,000,000 characters)'],
    ['/console/usage?by=client', 'javascript:alert(3)'],
    ['/console/usage?by=channel&measure=failed', 'a⟨U+0000⟩b⟨U+0007⟩c⟨U+001B⟩[31md'],
    ['/console/usage?by=key', 'key_<script>alert(1)</script>'],
    ['/console/notices', 'x/<script>alert(1)</script><img_src=x'],
    ['/console/notices?view=way', 'javascript:alert(3)'],
    [`/console/notices?code=${encodeURIComponent(`x/${hostile.script.replaceAll(' ', '_')}`)}`, 'Newest requests'],
    [`/console/notices?code=${encodeURIComponent(hostile.direction)}`, 'abc⟨U+202E⟩gnp.exe'],
    [`/console/requests?filter=${encodeURIComponent(`model:"${hostile.script}"`)}&last=all`, '<script>alert(1)</script>'],
    [`/console/requests?filter=${encodeURIComponent(hostile.script)}`, '” is no filter'],
    [`/console/requests/${encodeURIComponent(hostile.script)}`, 'There is no record of this request'],
    [`/console/requests/${encodeURIComponent(hostile.direction)}`, 'Request abc⟨U+202E⟩gnp.exe'],
  ] as const) {
    await page.waitForTimeout(200)
    await page.goto(opened.url + path)
    await page.getByText(text).first().waitFor()
    expect([path, await page.locator('body :is(script, img, iframe, object, embed, svg[onload])').count()]).toEqual([path, 0])
    // A link leads to a page of the console, whatever its text is.
    const links = await page.locator('a').evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
    expect(links.filter((href) => !/^(?:\/console(?:[/?]|$)|#content$)/.test(href))).toEqual([])
  }
  await takePicture(page, 'hostile-request')
  expectQuiet()
})

test('an address in a wrong coding is refused by the gateway, and no page', async () => {
  const opened = await openConsole()
  const response = await fetch(`${opened.url}/console/requests/%E0%A4%A`)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
})

test('a page of another origin reads nothing and changes nothing', async () => {
  const opened = await openConsole()
  const other = await openConsole()
  const { page, context } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  const foreign = await context.newPage()
  await foreign.goto(`${other.url}/healthz`)
  const outcome = await foreign.evaluate(async (url) => {
    const attempt = async (path: string, options: RequestInit): Promise<string> => {
      try {
        const response = await fetch(url + path, { credentials: 'include', ...options })
        return `${response.type} ${response.status} ${await response.text()}`
      } catch {
        return 'refused'
      }
    }
    return [
      await attempt('/admin/api/me', {}),
      await attempt('/admin/api/keys', { method: 'POST', body: '{"name":"stolen"}', mode: 'no-cors' }),
      await attempt('/admin/api/logout', { method: 'POST', headers: { 'x-interlingua-console': 'x' } }),
    ]
  }, opened.url)
  expect(outcome).toEqual(['refused', 'refused', 'refused'])
  expect(await opened.store.keys.find('stolen')).toBeUndefined()
  await page.reload()
  await page.getByText('Working.').waitFor()
  // Frames are refused as well.
  await foreign.setContent(`<iframe src="${opened.url}/console/"></iframe>`)
  await foreign.waitForTimeout(500)
  expect(await foreign.frames().at(-1)?.locator('#console').count()).toBe(0)
})
