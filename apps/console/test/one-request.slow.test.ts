import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../tools/at-end.ts'
import { openWindow } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

test('a request shows the words of its failure, its price line, and how to send such a request', async () => {
  const refusing = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'The account org-77 is closed.', type: 'error' } }))
    })
  })
  await new Promise<void>((done) => void refusing.listen(0, '127.0.0.1', done))
  atEnd(() => void refusing.close())
  const baseUrl = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}` // a listening server has one
  const opened = await openConsole({
    prices: [{ model: 'demo-chat', input: 3, output: 15 }],
    channels: ['local', { name: 'closed', model: 'closed-model', baseUrl }],
  })
  await opened.send()
  await opened.send('closed-model')
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working').first().waitFor()
  const [failed, good] = await opened.store.usage.list({}, { limit: 2 })
  await page.goto(`${opened.url}/console/requests/${failed?.id}`)
  await page.getByText('The upstream said: The account org-77 is closed.').waitFor()
  await page.getByText(/^The client was told: .*credentials/).waitFor()
  await page.goto(`${opened.url}/console/requests/${good?.id}`)
  await page.getByText('Priced as local/demo-chat by the configuration.').waitFor()
  await page.getByText('As a command').click()
  const command = (await page.locator('code', { hasText: 'curl' }).textContent()) ?? ''
  expect(command).toBe(
    `curl ${opened.url}/v1/messages -H "x-api-key: $API_KEY" -H "anthropic-version: 2023-06-01" -H 'content-type: application/json' -d '{"model":"demo-chat","max_tokens":200,"messages":[{"role":"user","content":"CONTENT"}]}'`,
  )
  expectQuiet()
})
