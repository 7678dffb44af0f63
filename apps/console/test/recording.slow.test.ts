import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

/** Sends a streamed request of Messages, and reads its answer. */
async function stream(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo-chat', max_tokens: 100, stream: true, messages: [{ role: 'user', content: 'Good morning!' }] }),
  })
  await response.text()
}

test('recording is switched on, shows both wires of a request and a stream in time, and is taken to Translate', async () => {
  const opened = await openConsole()
  const { page, context, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.getByText('recording off').waitFor()

  // A request before it: the page says that nothing was recorded, and leads to the switch.
  await opened.send()
  await page.goto(`${opened.url}/console/requests`)
  await page.getByRole('row', { name: /laptop messages demo-chat/ }).waitFor()
  await page.locator('[data-row]').first().click()
  await page.getByText('Nothing was recorded of this request.').waitFor()
  await page.getByRole('link', { name: 'Switch the recording on' }).click()
  await page.getByText('No contents are kept.').waitFor()
  expect(await page.getByRole('tab', { name: 'Recording' }).getAttribute('aria-selected')).toBe('true')
  await takePicture(page, 'recording-off')
  expect(await findBarriers(page)).toEqual([])

  const requests = page.getByRole('spinbutton', { name: 'requests' })
  await requests.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.getByText('Recording 0 of 2 requests').waitFor()
  await page.getByText('recording: contents are kept').waitFor()
  await takePicture(page, 'recording-on')
  expect(await findBarriers(page)).toEqual([])

  await opened.send('demo-chat', 'My question')
  await stream(opened.url, opened.plain)
  await expect.poll(async () => (await opened.store.usage.list({}, { limit: 5 })).length).toBe(3)
  await page.getByText('recording off').waitFor()
  await page.reload()
  await page.getByText('2 recordings').waitFor()
  await takePicture(page, 'recording-kept')
  expect(await findBarriers(page)).toEqual([])

  // The older one is the document.
  await page.locator('[data-row]').nth(1).click()
  const client = page.getByRole('region', { name: 'client: Messages (Anthropic)' })
  const upstream = page.getByRole('region', { name: 'upstream: Chat Completions (OpenAI)' })
  await client.getByText('"My question"').waitFor()
  await upstream.getByText('"My question"').waitFor()
  await page.getByRole('region', { name: 'canonical' }).getByText('"My question"').waitFor()
  await page.getByRole('cell', { name: 'dropped' }).first().waitFor()
  await takePicture(page, 'recording-request')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('combobox', { name: 'show' }).selectOption('answer')
  await client.getByText('"assistant"').waitFor()
  await upstream.getByText('"chat.completion"').waitFor()
  await page.getByRole('combobox', { name: 'show' }).selectOption('headers')
  await page.getByText('x-api-key: [redacted]').waitFor()
  await page.getByText('authorization: [redacted]').waitFor()
  expect(await page.content()).not.toContain(opened.plain)
  await takePicture(page, 'recording-headers')
  expect(await findBarriers(page)).toEqual([])

  // A test case is an example of the conformance suite.
  await page.getByRole('button', { name: 'Copy the upstream’s side as a test case' }).click()
  await page.getByText('Copied').waitFor()
  const reader = await context.newPage()
  await reader.goto(`${opened.url}/healthz`)
  const copied: unknown = JSON.parse(await reader.evaluate(() => navigator.clipboard.readText()))
  await reader.close()
  expect(copied).toMatchObject({ format: 'chat', path: '/v1/chat/completions', status: 200, request: { model: 'demo-chat' }, response: {} })

  await page.getByRole('combobox', { name: 'show' }).selectOption('request')
  await page.getByRole('button', { name: 'Open in Translate' }).click()
  await page.getByRole('heading', { name: 'Translate', level: 1 }).waitFor()
  await page
    .getByRole('region', { name: /client: Messages/ })
    .getByText('"My question"')
    .waitFor()

  // The newer one is the stream.
  await page.goto(`${opened.url}/console/settings?tab=recording`)
  await page.locator('[data-row]').first().click()
  await page.getByRole('combobox', { name: 'show' }).selectOption('answer')
  await page.getByRole('columnheader', { name: 'ms' }).waitFor()
  await page.getByText('message_stop').first().waitFor()
  await takePicture(page, 'recording-stream')
  expect(await findBarriers(page)).toEqual([])

  await page.goto(`${opened.url}/console/settings?tab=recording`)
  await page
    .getByRole('button', { name: /^Delete the recording of/ })
    .first()
    .click()
  await page.getByText('1 recording, ').waitFor()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByText('No contents are kept.').waitFor()
  await page.goto(`${opened.url}/console/settings?tab=audit`)
  await page.getByText('recording.start').waitFor()
  await page.getByText('recording.delete').first().waitFor()
  expectQuiet()
})

test('recording: forbidden by the configuration, and seen by a viewer; dark, and on a phone', async () => {
  const opened = await openConsole({ recording: false })
  const phone = await openWindow(opened.url, { width: 390, dark: true })
  await phone.page.goto(await opened.link())
  await phone.page.getByText('Working.').waitFor()
  await phone.page.goto(`${opened.url}/console/settings?tab=recording`)
  await phone.page.getByText('recording: never').waitFor()
  expect(await findBarriers(phone.page)).toEqual([])
  phone.expectQuiet()

  const allowed = await openConsole()
  const small = await openWindow(allowed.url, { width: 390, dark: true })
  await small.page.goto(await allowed.link())
  await small.page.getByText('Working.').waitFor()
  await small.page.goto(`${allowed.url}/console/settings?tab=recording`)
  await small.page.getByRole('button', { name: 'Record', exact: true }).click()
  await small.page.getByRole('button', { name: 'Stop recording' }).waitFor()
  await takePicture(small.page, 'recording-on-390-dark')
  expect(await findBarriers(small.page)).toEqual([])
  await allowed.send()
  await stream(allowed.url, allowed.plain)
  await small.page.getByRole('button', { name: 'Stop recording' }).click()
  await small.page.getByText('2 recordings').waitFor()
  await small.page.locator('[data-row]').first().click()
  await small.page.getByRole('combobox', { name: 'show' }).selectOption('answer')
  await small.page.getByText('message_stop').first().waitFor()
  await takePicture(small.page, 'recording-stream-390-dark')
  expect(await findBarriers(small.page)).toEqual([])
  small.expectQuiet()
})
