import { issueKey } from '@interlingua/access'
import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

test('a key is made, used, changed, given another secret, and revoked', async () => {
  const opened = await openConsole()
  const { page, context, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByText('2 of 2 keys shown').waitFor()

  // The form says at each field what it refuses.
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('key_one')
  await dialog.getByLabel('Requests a minute').fill('many')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await dialog.getByText('and not key_ at the beginning').waitFor()
  await takePicture(page, 'key-new')
  expect(await findBarriers(page)).toEqual([])

  // The gateway says in its own words what it refuses.
  await dialog.getByLabel('Name').fill('laptop')
  await dialog.getByLabel('Requests a minute').fill('60')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await dialog.getByText('there is a key with the name laptop already').waitFor()
  await dialog.getByLabel('Name').fill('team')
  await dialog.getByLabel('Models').fill('demo-*, gpt-5')
  await dialog.getByLabel('Amount').fill('12.5')
  await dialog.getByLabel('Ends').selectOption('90d')
  await dialog.getByText('As a command').click()
  await dialog
    .getByText("interlingua key create team --models 'demo-*,gpt-5' --requests-per-minute 60 --budget 12.5/month --expires 90d")
    .waitFor()
  await dialog.getByRole('button', { name: 'Make the key' }).click()

  // The secret is shown once, and the dialog stays until it was taken.
  const secret = (await dialog.locator('.secret').textContent()) ?? ''
  await takePicture(page, 'key-made')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Copy' }).first().click()
  await dialog.getByText('Copied').first().waitFor()
  // The page itself may not read the clipboard.
  const reader = await context.newPage()
  await reader.goto(`${opened.url}/healthz`)
  expect(await reader.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await reader.close()
  await dialog.getByLabel('I have copied it').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await page.content()).not.toContain(secret)
  const answered = await opened.send('demo-chat', 'Hello', { 'x-api-key': secret })
  expect(answered.status).toBe(200)
  const made = await opened.store.keys.find('team')
  expect(made).toMatchObject({
    models: ['demo-*', 'gpt-5'],
    limits: { requestsPerMinute: 60 },
    budget: { micros: 12_500_000, period: 'month' },
  })

  await page.getByRole('button', { name: 'Change team' }).click()
  expect(await dialog.getByLabel('Models').inputValue()).toBe('demo-*, gpt-5')
  await dialog.getByLabel('Models').fill('')
  await dialog.getByLabel('Requests a minute').fill('')
  await dialog.getByLabel('Streams at once').fill('3')
  await dialog.getByText('As a command').click()
  await dialog
    .getByText(`interlingua key update ${made?.id} --models none --requests-per-minute none --concurrent-streams 3`, { exact: true })
    .waitFor()
  await dialog.getByRole('button', { name: 'Change the key' }).click()
  await page.getByText('3 streams').waitFor()
  const changed = await opened.store.keys.find('team')
  expect([changed?.models, changed?.limits, changed?.budget?.micros]).toEqual([undefined, { concurrentStreams: 3 }, 12_500_000])

  await page.getByRole('button', { name: 'New secret for team' }).click()
  await takePicture(page, 'key-rotate')
  await dialog.getByLabel(/^The present secret, il-.*, ends/).selectOption('at once')
  await dialog.getByText(`interlingua key rotate ${made?.id}`, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Make a new secret' }).click()
  const second = (await dialog.locator('.secret').textContent()) ?? ''
  await dialog.getByLabel('I have copied it').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect((await opened.send('demo-chat', 'Hello', { 'x-api-key': secret })).status).toBe(401)
  expect((await opened.send('demo-chat', 'Hello', { 'x-api-key': second })).status).toBe(200)

  await page.getByRole('button', { name: 'Revoke team' }).click()
  const revoke = dialog.getByRole('button', { name: 'Revoke the key' })
  expect(await revoke.isDisabled()).toBe(true)
  await takePicture(page, 'key-revoke')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('textbox').fill('team')
  await revoke.click()
  await page.getByText('2 of 3 keys shown').waitFor()
  expect((await opened.send('demo-chat', 'Hello', { 'x-api-key': second })).status).toBe(401)
  await page.getByLabel('show 1 revoked or expired').check()
  await page.getByText('revoked now').waitFor()
  expectQuiet()
})

test('a rotated key has two secrets for a day, of which the page ends the old one', async () => {
  const opened = await openConsole()
  const { page, expectQuiet } = await openWindow(opened.url)
  const { key, secret } = issueKey({ name: 'turning' }, Date.now())
  await opened.store.keys.insert(key)
  await page.goto(await opened.link())
  await page.getByRole('link', { name: 'Keys' }).click()
  const statusOf = async (one: string): Promise<number> => (await opened.send('demo-chat', 'Hello', { 'x-api-key': one })).status
  const dialog = page.getByRole('dialog')
  const rotate = async (): Promise<string> => {
    await page.getByRole('button', { name: 'New secret for turning' }).click()
    await dialog.getByText(`interlingua key rotate ${key.id} --grace 24h`, { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Make a new secret' }).click()
    const made = (await dialog.locator('.secret').textContent()) ?? ''
    await dialog.getByText('The old one works until').waitFor()
    await takePicture(page, 'key-rotated')
    await dialog.getByLabel('I have copied it').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    return made
  }
  const second = await rotate()
  await expect.poll(() => statusOf(second)).toBe(200)
  expect(await statusOf(secret)).toBe(200)
  await page.getByText(`and ${key.hint} until`).waitFor()
  await takePicture(page, 'keys-with-old-secret')
  expect(await findBarriers(page)).toEqual([])

  // The dialog says that a second rotation ends the oldest secret.
  await page.getByRole('button', { name: 'New secret for turning' }).click()
  await dialog.getByText(`The secret before, ${key.hint}, ends at once.`).waitFor()
  await page.keyboard.press('Escape')
  const third = await rotate()
  await expect.poll(() => statusOf(secret)).toBe(401)
  expect([await statusOf(second), await statusOf(third)]).toEqual([200, 200])

  await page.getByRole('button', { name: 'End the old secret of turning' }).click()
  await dialog.getByText(`interlingua key end-previous ${key.id}`, { exact: true }).waitFor()
  await takePicture(page, 'key-end-previous')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'End the old secret' }).click()
  await page.getByRole('button', { name: 'End the old secret of turning' }).waitFor({ state: 'detached' })
  await expect.poll(() => statusOf(second)).toBe(401)
  expect(await statusOf(third)).toBe(200)
  expectQuiet()
})

test('an administrator who gives the own key another secret sees it, and stays signed in', async () => {
  const opened = await openConsole()
  const { page, expectQuiet } = await openWindow(opened.url)
  const { key, secret } = issueKey({ name: 'chief', admin: true }, Date.now())
  await opened.store.keys.insert(key)
  await page.goto(`${opened.url}/console/keys`)
  await page.getByLabel('Sign in with an administrator’s key').fill(secret)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'New secret for chief' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^The present secret/).selectOption('at once')
  await dialog.getByRole('button', { name: 'Make a new secret' }).click()
  expect(await dialog.locator('.secret').textContent()).toMatch(/^il-/)
  await dialog.getByLabel('I have copied it').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.getByText('keys shown').waitFor()
  expectQuiet()
})

test('a key that another administrator makes appears by itself', async () => {
  const opened = await openConsole()
  const { page } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByText('2 of 2 keys shown').waitFor()
  await page.getByText('live', { exact: false }).first().waitFor()
  const made = await fetch(`${opened.url}/admin/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${opened.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'other' }),
  })
  expect(made.status).toBe(200)
  await page.getByText('3 of 3 keys shown').waitFor()
})
