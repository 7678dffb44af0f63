import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

const own = JSON.stringify({ model: 'demo-chat', max_tokens: 50, top_k: 5, messages: [{ role: 'user', content: 'Run me' }] })

test('a request of Translate is run against a channel, and both wires show what was said', async () => {
  const opened = await openConsole()
  const { page, context, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.goto(`${opened.url}/console/translate`)
  const source = page.getByRole('textbox', { name: /^client: Messages.*editable/ })
  await source.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(own)
  await page.getByRole('button', { name: 'Run for real' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Run for real' })
  await panel.getByText('This costs money.').waitFor()
  await panel.getByRole('textbox', { name: 'model' }).fill('demo-chat')
  await takePicture(page, 'run')
  expect(await findBarriers(page)).toEqual([])

  // The scripted model has no price, so that no limit can hold: nothing is sent until that is accepted.
  await panel.getByRole('button', { name: 'Run it', exact: true }).click()
  await panel.getByText('The price of this model is not known').waitFor()
  expect(await opened.store.usage.list({}, { limit: 5 })).toEqual([])
  await panel.getByRole('button', { name: 'Run it without a limit' }).click()
  await panel.getByText('Answered').waitFor()
  await panel.getByRole('columnheader', { name: 'ms' }).waitFor()
  await panel.getByText('message_stop').first().waitFor()
  await takePicture(page, 'run-answered')
  expect(await findBarriers(page)).toEqual([])
  await panel.getByRole('combobox', { name: 'show' }).selectOption('request')
  await panel.getByRole('region', { name: 'upstream: Chat Completions (OpenAI)' }).getByText('"Run me"').waitFor()
  const [record] = await opened.store.usage.list({}, { limit: 5 })
  expect(record).toMatchObject({ channel: 'local', upstreamModel: 'demo-chat', stream: true, outcome: 'ok' })

  // The document of the same answer.
  await panel.getByRole('checkbox', { name: 'streamed' }).uncheck()
  await panel.getByRole('button', { name: 'Run it', exact: true }).click()
  await panel.getByRole('button', { name: 'Run it without a limit' }).click()
  await panel.getByRole('region', { name: 'upstream: Chat Completions (OpenAI)' }).getByText('"chat.completion"').waitFor()

  // Each key was made for one run, and is revoked.
  const keys = (await opened.store.keys.list()).filter(({ name }) => name.startsWith('run '))
  expect(keys.map(({ models, budget, revokedAt }) => [models, budget?.micros, revokedAt !== undefined])).toEqual([
    [['local/demo-chat'], 100_000, true],
    [['local/demo-chat'], 100_000, true],
  ])
  expect(context.pages()).toHaveLength(1)
  expectQuiet()
})

test('a run that may cost more than allowed is refused before it is sent; a viewer has no such button', async () => {
  const opened = await openConsole({ prices: [{ model: 'demo-chat', input: 1_000_000, output: 1_000_000 }] })
  const { page, expectQuiet } = await openWindow(opened.url, { width: 390, dark: true })
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.goto(`${opened.url}/console/translate`)
  await page.getByRole('button', { name: 'Run for real' }).click()
  const panel = page.getByRole('region', { name: 'Run for real' })
  await panel.getByRole('textbox', { name: 'model' }).fill('demo-chat')
  await panel.getByRole('spinbutton', { name: /at most/ }).fill('0.5')
  await panel.getByRole('button', { name: 'Run it', exact: true }).click()
  await panel.getByText(/It may cost \$/).waitFor()
  expect(await panel.getByRole('button', { name: 'without a limit' }).count()).toBe(0)
  await takePicture(page, 'run-refused-390-dark')
  expect(await findBarriers(page)).toEqual([])
  expect(await opened.store.usage.list({}, { limit: 5 })).toEqual([])
  expectQuiet()

  const made = await fetch(`${opened.url}/admin/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${opened.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'screen', role: 'viewer' }),
  })
  const { secret }: { readonly secret: string } = await made.json()
  const other = await openWindow(opened.url)
  await other.page.goto(`${opened.url}/console/`)
  await other.page.getByLabel(/key/i).first().fill(secret)
  await other.page.keyboard.press('Enter')
  await other.page.getByText('Working.').waitFor()
  await other.page.goto(`${opened.url}/console/translate`)
  await other.page.getByRole('button', { name: 'Open a file' }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Run for real' }).count()).toBe(0)
  other.expectQuiet()
})
