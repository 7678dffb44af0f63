import { GoogleGenAI, type CachedContent } from '@google/genai'
import { expect, test } from 'vitest'
import { serve } from './provider.ts'

const model = 'demo-contents'
const handbook = 'Every paragraph of the handbook says something that nobody reads twice. '.repeat(200)

const { provider } = await serve()
const clients = ['one', 'two'].map(
  (apiKey) => new GoogleGenAI({ apiKey, apiVersion: 'v1beta', httpOptions: { baseUrl: provider.url } }),
) as [GoogleGenAI, GoogleGenAI] // a client for each key

test('a cached content is made, listed, read, changed, used and deleted by its own key alone', async () => {
  const [one, two] = clients
  const made = await one.caches.create({
    model,
    config: { contents: handbook, systemInstruction: 'Answer from the handbook.', displayName: 'handbook', ttl: '300.5s' },
  })
  const { name = '' } = made
  expect(made).toMatchObject({ model: `models/${model}`, displayName: 'handbook' })
  expect(made.usageMetadata?.totalTokenCount).toBeGreaterThan(1024)
  expect(Date.parse(made.expireTime ?? '') - Date.parse(made.createTime ?? '')).toBe(300_500)
  expect(await one.caches.get({ name })).toEqual(made)
  expect(await allOf(one)).toEqual([made])
  expect(await allOf(two)).toEqual([])
  await expect(two.caches.get({ name })).rejects.toMatchObject({ status: 403 })

  const changed = await one.caches.update({ name, config: { ttl: '600s' } })
  expect(Date.parse(changed.expireTime ?? '')).toBeGreaterThan(Date.parse(made.expireTime ?? ''))

  const answer = await one.models.generateContent({ model, contents: 'What does it say?', config: { cachedContent: name } })
  expect(answer.usageMetadata?.cachedContentTokenCount).toBeGreaterThanOrEqual(made.usageMetadata?.totalTokenCount ?? Infinity)
  const asked = { model, contents: 'hi', config: { cachedContent: name } }
  await expect(two.models.generateContent(asked)).rejects.toMatchObject({ status: 403 })
  await expect(one.models.generateContent({ ...asked, model: 'demo-contents-pro' })).rejects.toThrow('has to be the same')

  await one.caches.delete({ name })
  await expect(one.models.generateContent(asked)).rejects.toMatchObject({ status: 403 })
})

test('what is too small, or ends twice, is no cached content', async () => {
  const [one] = clients
  await expect(one.caches.create({ model, config: { contents: 'short' } })).rejects.toThrow('too small')
  const twice = { contents: handbook, ttl: '1s', expireTime: '2030-01-01T00:00:00Z' }
  await expect(one.caches.create({ model, config: twice })).rejects.toMatchObject({ status: 400 })
  await expect(one.caches.create({ model, config: { contents: handbook, ttl: 'soon' } })).rejects.toMatchObject({ status: 400 })
})

async function allOf(client: GoogleGenAI): Promise<readonly CachedContent[]> {
  const all: CachedContent[] = []
  for await (const content of await client.caches.list({ config: { pageSize: 1 } })) all.push(content)
  return all
}
