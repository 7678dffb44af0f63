import { expect } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { call, type Called } from './call.ts'

const headers = { authorization: 'Bearer any' }
const ended: readonly unknown[] = ['succeeded', 'SUCCEEDED', 'SUCCESS', 'failed', 'FAILED', 'expired', 'EXPIRED']

/** Submits a request and asks until the client-side handling that the interface shows would end: the first answer, the last, and the task's id. */
export async function submitUntilSettled(url: string, request: object): Promise<readonly [first: Called, last: Called, id: string]> {
  const submitted = await call(`${url}/v1/video/generations`, headers, request)
  expect([submitted.status, submitted.body]).toMatchObject([200, { status: 'queued' }])
  const { id } = submitted.body as { readonly id: string } // just looked at
  const ask = (): Promise<Called> => call(`${url}/v1/video/generations/${id}`, headers)
  const first = await ask()
  let last = first
  await waitFor(async () => {
    last = await ask()
    const { status, data } = last.body as { readonly status?: unknown; readonly data?: { readonly status: unknown } } // the status is of one of the two shapes
    return ended.includes(data?.status ?? status)
  }, 60_000)
  return [first, last, id]
}
