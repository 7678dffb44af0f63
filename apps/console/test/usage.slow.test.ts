import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'
import { recordOf } from './support/seed.ts'

test('usage: nothing yet, then each request as it ends; by group, in time, as a file', async () => {
  const opened = await openConsole()
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('live ●').waitFor()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByText('Nothing was used in this time.').waitFor()
  await page.getByText('No key has a budget.').waitFor()
  await takePicture(page, 'usage-empty')
  expect(await findBarriers(page)).toEqual([])

  await opened.send()
  const row = page.getByRole('row', { name: /^demo-chat 1 / })
  await row.waitFor({ timeout: 20_000 })
  expect(await row.textContent()).toContain('not priced')
  await opened.send('no-such-model')
  await page.getByRole('row', { name: /^no-such-model 1 100/ }).waitFor({ timeout: 20_000 })
  await page.getByRole('row', { name: /^all 2 50/ }).waitFor()

  await page.getByLabel('measure').selectOption('requests')
  await page.getByText(/^\d+ \w+: 2$/).waitFor()
  await page.getByRole('combobox', { name: /^by/ }).selectOption('key')
  await page.getByRole('row', { name: /^laptop 2/ }).waitFor()
  expect(page.url()).toContain('by=key&measure=requests')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
  expect(file.suggestedFilename()).toBe('usage-by-key.csv')
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^key,name,requests,failed,.*\r\nkey_\w+,laptop,2,1,/)
  await page.getByRole('combobox', { name: /^by/ }).selectOption('time')
  await page.getByRole('row', { name: /^\d+ \w+ 2 50/ }).waitFor()
  await page.getByText(/^\d+ \w+: 2$/).waitFor()
  await page.getByRole('combobox', { name: /^by/ }).selectOption('model')
  await page.getByRole('link', { name: 'not priced' }).first().click()
  await page.getByText('for a million tokens').waitFor()
  await page.goto(`${opened.url}/console/usage?by=key`)
  await page.getByRole('link', { name: 'laptop' }).click()
  await page.getByText('2 requests shown').waitFor()
  expectQuiet()
})

test('usage: choices are in the address, the time before is compared, budgets tell their end', async () => {
  const opened = await openConsole()
  const day = 86_400_000
  const now = Date.now()
  const laptop = await opened.store.keys.find('laptop')
  if (!laptop) throw new Error('the key is gone')
  const key = laptop.id
  await opened.store.keys.replace({ ...laptop, budget: { micros: 100_000, period: 'total' } })
  await opened.store.usage.add([
    recordOf('req_now', { key, at: now - 1000, costMicros: 30_000 }),
    recordOf('req_before', { key, at: now - 7 * day - 1000, costMicros: 20_000 }),
    recordOf('req_none', { key, at: now - 1000, model: '', tokens: {}, costMicros: 0, status: 400, outcome: 'invalid-request' }),
  ])
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.goto(`${opened.url}/console/usage?last=7d`)
  const row = page.getByRole('row', { name: /^claude-sonnet-4-5 1 / })
  await row.getByText('+50').waitFor()
  expect(await row.textContent()).toContain('$0.03')
  await page.getByRole('row', { name: /^\(no model\) 1 100/ }).waitFor()
  await page.getByText(/^\$0\.05 of \$0\.10/).waitFor()
  await page.getByText('does not begin anew').waitFor()
  // A filter that cannot be used is told, and nothing is asked for.
  await page.getByLabel('Filter requests').fill('moon:1')
  await page.keyboard.press('Enter')
  await page.getByText('There is no filter “moon:”').waitFor()
  expect(await page.getByRole('slider').count()).toBe(0)
  await page.getByLabel('Filter requests').fill('status:ok')
  await page.keyboard.press('Enter')
  await row.waitFor()
  await page.getByText('(no model)').first().waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?last=7d&filter=status%3Aok')
  expectQuiet()
})

test('usage: bars while it is read, a failure with another try, and the earlier sums below a later one', async () => {
  const opened = await openConsole()
  await opened.send()
  const { page, context } = await openWindow(opened.url)
  let release: () => void = () => {}
  const held = new Promise<void>((done) => (release = done))
  let broken = false
  // The gateway itself refuses the call, since it names a parameter that there is not.
  await context.route('**/admin/api/usage?*', async (route) => {
    await held
    await route.continue(broken ? { url: `${route.request().url()}&wrong=1` } : {})
  })
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.locator('[aria-busy=true]').getByText('Reading the usage …').waitFor()
  await takePicture(page, 'usage-loading')
  expect(await findBarriers(page)).toEqual([])
  broken = true
  release()
  await page.getByText('The usage could not be read.').waitFor()
  await takePicture(page, 'usage-error')
  expect(await findBarriers(page)).toEqual([])
  broken = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  const row = page.getByRole('row', { name: /^demo-chat 1 / })
  await row.waitFor()
  broken = true
  await opened.send()
  await page.getByText('The usage could not be read anew.').waitFor({ timeout: 20_000 })
  expect(await row.isVisible()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
})

test('a plain key sees its own usage, without budgets, and reads it anew by a button', async () => {
  const opened = await openConsole()
  await opened.send()
  await opened.store.usage.add([recordOf('req_other', { key: 'key_other' })])
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(`${opened.url}/console/usage`)
  await page.getByLabel('Sign in with an administrator’s key').fill(opened.plain)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /^demo-chat 1 / }).waitFor()
  expect(await page.getByText('claude-sonnet-4-5').count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Budgets' }).count()).toBe(0)
  await opened.send()
  await page.getByRole('button', { name: 'Read anew' }).click()
  await page.getByRole('row', { name: /^demo-chat 2 / }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expectQuiet()
})

test('usage: times and pairs of formats, and what caches saved by the prices in force', async () => {
  const opened = await openConsole({ prices: [{ model: 'gpt-5', input: 2, output: 10, cacheRead: 0.2 }] })
  await opened.store.usage.add([
    recordOf('req_1', { channel: 'local', millis: 2000, firstByteMillis: 300 }),
    recordOf('req_2', { channel: 'local', upstreamModel: 'unknown', millis: 2000, firstByteMillis: 300, failedMicros: 1500 }),
    recordOf('req_3', { channel: 'cut', outcome: 'truncated-stream', estimated: true, tokens: { input: 10, output: 1 } }),
  ])
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.goto(`${opened.url}/console/usage?by=pair`)
  await page.getByRole('row', { name: /^messages → chat 2 .*first byte (?:29|30)\d ms.*whole 2\.0 s/ }).waitFor()
  // 16,564 cached tokens by 1.8 millionths.
  await page.getByText('Saved by caches: $0.03').waitFor()
  await page.getByText('16.6K more have no price').waitFor()
  // The cost is three times 0.021, a third of it that of a failed request with estimated tokens.
  await page
    .getByText(/Spent on failed attempts: \$0\.02, 35\.7\s% of the cost\. Estimated: 33\.3\s% of the cost, 33\.3\s% of the requests\./)
    .waitFor()
  await page.getByRole('slider', { name: /cost by pair, each day/ }).waitFor()
  await takePicture(page, 'usage-pair')
  expect(await findBarriers(page)).toEqual([])
  expectQuiet()
})
