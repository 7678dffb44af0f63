import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Recording, RecordingReport } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import type { RequestRecorder, RecordingRules } from '../recording/create-recorder.ts'
import { notFound } from '../serve/gate.ts'
import { readBody, refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, operators, watchers } from '../serve/route.ts'

const orderBody = z.strictObject({
  requests: z.int('use a whole number').min(1, 'use at least 1').max(1000, 'use at most 1,000').optional(),
  minutes: z.int('use a whole number').min(1, 'use at least 1').max(1440, 'use at most 1,440, which is a day').optional(),
  key: z.string('name a key by its id or name').min(1).max(256).optional(),
})
const usualRequests = 20
const usualMinutes = 15
const minute = 60_000

/** Routes that switch the recording of contents on and off, and read what was recorded. */
export function createRecordingRoutes(recorder: RequestRecorder, rules: () => RecordingRules): readonly ConsoleRoute[] {
  async function report({ gateway: { store }, now }: Call): Promise<RecordingReport> {
    const [run, kept] = await Promise.all([recorder.running(), recorder.kept()])
    const rows = await kept.list(now)
    const key = run?.key === undefined ? undefined : await store.keys.find(run.key)
    return {
      allowed: rules().allowed,
      ...(run && {
        running: {
          startedAt: new Date(run.startedAt).toISOString(),
          until: new Date(run.until).toISOString(),
          requests: run.requests,
          recorded: run.recorded,
          by: run.by,
          ...(run.key !== undefined && { key: { id: run.key, ...(key && { name: key.name }) } }),
        },
      }),
      rows,
      bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  async function start(call: Call): Promise<RecordingReport> {
    const { requests = usualRequests, minutes = usualMinutes, key: named } = readBody(orderBody, call.body ?? {})
    if (!rules().allowed) throw new ConsoleError('conflict', 'The configuration forbids it: recording: never.')
    const key = named === undefined ? undefined : await call.gateway.store.keys.find(named)
    if (named !== undefined && key === undefined) throw new ConsoleError('invalid-request', '/key: there is no such key', { field: '/key' })
    const { now, person } = call
    const until = now + minutes * minute
    const terms = { requests, until: new Date(until).toISOString(), ...(key && { key: key.id }) }
    await call.audit({ action: 'recording.start', after: terms })
    const by = person.keyId === undefined ? 'link' : person.name
    const run = { id: randomUUID(), startedAt: now, until, requests, by, ...(key && { key: key.id }) }
    if (!(await recorder.start(run))) throw new ConsoleError('conflict', 'Somebody else switched the recording at this moment.')
    return report(call)
  }

  async function read({ parameters: { id = '' }, now }: Call): Promise<Recording> {
    const found = await (await recorder.kept()).find(id, now)
    if (found === undefined) throw notFound()
    return found
  }

  return [
    {
      method: 'GET',
      path: '/recordings',
      summary: 'Tells whether contents are recorded, and what is kept',
      roles: watchers,
      serve(call) {
        refuseUnknown(call.query, [])
        return report(call)
      },
    },
    { method: 'POST', path: '/recordings', summary: 'Records the contents of the next requests', roles: operators, serve: start },
    {
      method: 'DELETE',
      path: '/recordings',
      summary: 'Ends the recording; what is kept stays',
      roles: operators,
      async serve(call) {
        await call.audit({ action: 'recording.stop' })
        await recorder.stop()
      },
    },
    {
      method: 'DELETE',
      path: '/recordings/kept',
      summary: 'Deletes all recordings that are kept',
      roles: operators,
      async serve({ audit, now }) {
        await audit({ action: 'recording.delete', subject: 'all' })
        const kept = await recorder.kept()
        for (const { id } of await kept.list(now)) await kept.delete(id)
      },
    },
    { method: 'GET', path: '/requests/{id}/recording', summary: 'Tells the recorded contents of a request', roles: operators, serve: read },
    {
      method: 'DELETE',
      path: '/requests/{id}/recording',
      summary: 'Deletes the recording of a request',
      roles: operators,
      async serve({ parameters: { id = '' }, audit }) {
        await audit({ action: 'recording.delete', subject: id.slice(0, 100) })
        if (!(await (await recorder.kept()).delete(id))) throw notFound()
      },
    },
  ]
}
