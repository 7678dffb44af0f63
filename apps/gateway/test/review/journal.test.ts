import { closeSync, readdirSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openStore, type UsageRecord } from '@interlingua/store'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

function recordOf(id: string): UsageRecord {
  const head = { id, at: 1, key: 'k', operation: 'generate', model: 'm', format: 'chat', stream: false, status: 200, outcome: 'ok' }
  return { ...head, attempts: 1, tokens: { input: 1 }, estimated: false, millis: 1, notices: [] }
}

/** The number under which this process has the journal of a folder open. */
function journalHandle(folder: string): number {
  for (const name of readdirSync('/proc/self/fd')) {
    try {
      const place = readlinkSync(`/proc/self/fd/${name}`)
      if (place.startsWith(folder) && place.endsWith('.journal')) return Number(name)
    } catch {
      // The handle that listed the folder is closed again.
    }
  }
  throw new Error('there is no journal')
}

test.runIf(process.platform === 'linux')('a journal whose file goes bad loses no record, and does not end the process', async () => {
  const folder = tempFolder('review')
  const problems: string[] = []
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  const store = await openStore({ dataDir: folder }, (problem) => void problems.push(problem))
  const keep = (id: string): Promise<void> => new Promise((done) => store.usage.keep(recordOf(id), done))
  await keep('before')
  // The closed handle stands for a broken disk: no write works any more, and closing fails too.
  closeSync(journalHandle(folder))
  await keep('after')
  await waitFor(async () => (await store.usage.list({}, { limit: 10 })).length >= 2)
  expect((await store.usage.list({}, { limit: 10 })).map(({ id }) => id).toSorted()).toEqual(['after', 'before'])
  await keep('later')
  expect(await store.usage.list({}, { limit: 10 })).toHaveLength(3)
  await store.close()
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
  expect(problems.join()).toContain('the journal of usage records cannot be written')
})
